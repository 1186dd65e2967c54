//! The inner loop of the simulations asks for no memory.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering},
};

use modebook::{
    experiments::modal_muscles::{
        Creature, Floor, Model, MuscleSystem, Operators, Parameters, contact_setup, weight,
    },
    mesh::Caterpillar,
};

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Time steps of a body that lies on the floor: once every set of touching points has come up, not
/// one allocation.
#[test]
fn a_time_step_allocates_nothing() {
    let mesh = Caterpillar { columns: 30, rows: 15, ..Caterpillar::default() }.mesh().unwrap();
    let p = Parameters { ground_gap: -0.01, ..Parameters::default() };
    let model = Model::new(Creature::new(mesh).unwrap(), &p).unwrap();
    let operators = Operators::new(&model);
    let contact = contact_setup(&model, &p).unwrap();
    let force = weight(&model, &p);
    let floor = Floor { setup: &contact, friction: p.friction };
    let mut system =
        MuscleSystem::new(&operators, &p.crawling, p.density, &force, Some(floor)).unwrap();

    let mut z = model.z_rest.clone();
    let mut current = z.clone();
    let mut run = || {
        z.copy_from_slice(&model.z_rest);
        let mut touched = false;
        for _ in 0..20 {
            current.copy_from_slice(&z);
            system.begin_step(&current, &current, &model.a_rest);
            p.descent().descend(&mut system, &mut z);
            touched |= contact.lowest_height(&z) < 0.0;
        }
        touched
    };
    assert!(run(), "the body touches the floor");
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    run();
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
}
