#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| modebook_fuzz::check_mesh_file("mesh.ply", bytes));
