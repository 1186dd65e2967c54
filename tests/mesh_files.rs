//! Meshes in files of other programs: every format gives the same mesh, what is wrong is named with
//! its place, repairs do what they say, and nothing panics.

use std::{fmt::Write as _, fs, io::ErrorKind, path::Path};

use modebook::mesh::{
    Mesh, MeshError, MeshFileError, MeshFileProblem, Place, Repaired, Repairs, decode_mesh,
    encode_mesh, read_and_repair, read_mesh, triangulated_grid,
};
use proptest::prelude::*;

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
const SQUARE_OBJ: &str = "v 0 0 2\nv 1 0 2\nv 1 1 2\nv 0 1 2\nf 1 2 3\nf 1 3 4\n";
const SQUARE_PLY: &str = "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\nproperty float \
                          y\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 2\n1 0 \
                          2\n1 1 2\n0 1 2\n3 0 1 2\n3 0 2 3\n";
const SQUARE_OFF: &str = "OFF\n4 2 5\n0 0 2\n1 0 2\n1 1 2\n0 1 2\n3 0 1 2\n3 0 2 3\n";
const SQUARE_MSH2: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 1 \"body\"\n$EndPhysicalNames\n$Nodes\n4\n\
                           7 0 0 2\n90 1 0 2\n3 1 1 2\n12 0 1 2\n$EndNodes\n$Elements\n4\n1 15 2 0 1 7\n2 1 2 0 1 7 90\n5 2 \
                           2 0 1 7 90 3\n6 2 3 0 1 -1 7 3 12\n$EndElements\n";
const SQUARE_MSH4: &str = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 1 0\n1 0 0 0 1 1 0 0 0\n$EndEntities\n$Nodes\n2 \
                           4 3 90\n1 1 1 1\n7\n0 0 2 0.5\n2 1 0 3\n90\n3\n12\n1 0 2\n1 1 2\n0 1 2\n$EndNodes\n$Elements\n2 3 1 \
                           6\n1 1 1 1\n1 7 90\n2 1 2 2\n5 7 90 3\n6 7 3 12\n$EndElements\n";
/// The same square in every text format.
const SQUARES: [(&str, &str); 5] = [
    ("obj", SQUARE_OBJ),
    ("ply", SQUARE_PLY),
    ("off", SQUARE_OFF),
    ("msh", SQUARE_MSH2),
    ("msh", SQUARE_MSH4),
];

const STRICT: Repairs = Repairs { split_quads: false, clean: false };
const SPLIT: Repairs = Repairs { split_quads: true, clean: false };
const CLEAN: Repairs = Repairs { split_quads: false, clean: true };
const ALL: Repairs = Repairs { split_quads: true, clean: true };

fn decode(
    ending: &str,
    content: impl AsRef<[u8]>,
    repairs: Repairs,
) -> Result<(Mesh, Repaired), MeshFileError> {
    decode_mesh(Path::new(&format!("mesh.{ending}")), content.as_ref(), repairs)
}

/// The mesh of a file as it is.
fn strict(ending: &str, content: impl AsRef<[u8]>) -> Result<Mesh, MeshFileError> {
    decode(ending, content, STRICT).map(|(mesh, repaired)| {
        assert!(repaired.is_nothing());
        mesh
    })
}

fn square() -> Mesh {
    Mesh::new(SQUARE.to_vec(), vec![[0, 1, 2], [0, 2, 3]]).expect("sound")
}

fn bits(mesh: &Mesh) -> Vec<u64> {
    mesh.rest_state().iter().map(|x| x.to_bits()).collect()
}

/// The whole message of an error, its sources too.
fn message(error: &MeshFileError) -> String {
    match error {
        MeshFileError::Mesh { source, .. } => format!("{error}: {source}"),
        _ => error.to_string(),
    }
}

#[test]
fn files_that_are_no_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = read_mesh(&folder.path().join("missing.obj")).expect_err("missing");
    assert!(matches!(missing, MeshFileError::Unreadable { reason: ErrorKind::NotFound, .. }));
    assert!(missing.to_string().contains("missing.obj cannot be read"), "{missing}");
    let named_as_file = folder.path().join("folder.OBJ");
    fs::create_dir(&named_as_file).expect("created");
    assert!(matches!(read_mesh(&named_as_file), Err(MeshFileError::Unreadable { .. })));
    for other in ["mesh.stl", "mesh", "", ".obj", "mesh.obj.gz"] {
        let error = read_mesh(Path::new(other)).expect_err(other);
        assert!(matches!(error, MeshFileError::UnknownFormat { .. }), "{other}: {error}");
        for ending in [".obj", ".ply", ".msh", ".off"] {
            assert!(error.to_string().contains(ending), "{error}");
        }
    }
    let large = folder.path().join("large.obj");
    fs::File::create(&large).and_then(|file| file.set_len((1 << 28) + 1)).expect("sparse");
    assert!(matches!(read_mesh(&large), Err(MeshFileError::TooLarge { .. })));
    for (ending, content) in SQUARES {
        let path = folder.path().join(format!("square.{}", ending.to_uppercase()));
        fs::write(&path, content).expect("written");
        assert_eq!(read_mesh(&path), Ok(square()));
        assert_eq!(read_and_repair(&path, ALL), Ok((square(), Repaired::default())));
    }
}

/// Files as Gmsh 4.15 and meshio 5.3 wrote them.
#[test]
fn files_of_other_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/meshes");
    let read = |name: &str| read_and_repair(&folder.join(name), STRICT).expect(name).0;
    let square = read("gmsh-4.1.msh");
    assert_eq!((square.vertex_count(), square.triangle_count()), (5, 4));
    for name in [
        "gmsh-2.2.msh",
        "gmsh-4.1-binary.msh",
        "gmsh-2.2-binary.msh",
        "meshio-binary.ply",
        "meshio.ply",
        "meshio.off",
    ] {
        let other = read(name);
        assert_eq!(other.triangles(), square.triangles(), "{name}");
        assert_eq!(bits(&other), bits(&square), "{name}");
    }
}

/// Every line that is not understood is named; none is skipped.
#[test]
fn lines_that_are_not_understood() {
    let obj = [
        ("v 0 0", "a vertex with 2 numbers"),
        ("v 0 0 2 1", "a vertex with 4 numbers"),
        ("v 0 0 2 1 0", "a vertex with 5 numbers"),
        ("v 0 zero 2", "\"zero\" is no number"),
        ("v 0,5 0 2", "\"0,5\" is no number"),
        ("v 0x1 0 2", "\"0x1\" is no number"),
        ("f 1 2", "a face with 2 corners"),
        ("f 1 2 3 4 5", "a face with 5 corners; triangulate"),
        ("f 1 2 3 4", "a face with 4 corners; triangulate the mesh, or have --split-quads"),
        ("f", "a face with 0 corners"),
        ("l 1 2 3", "\"l\" is not understood"),
        ("p 1", "\"p\" is not understood"),
        ("V 0 0 0", "\"V\" is not understood"),
        ("<html>", "\"<html>\" is not understood"),
        ("\u{0}\u{1}", "\"\\0\\u{1}\" is not understood"),
    ];
    for (line, problem) in obj {
        let error = strict("obj", format!("# bad\n\n{line}\n{SQUARE_OBJ}")).expect_err(line);
        assert!(matches!(error, MeshFileError::Content { place: Place::Line(3), .. }));
        let message = error.to_string();
        assert!(message.starts_with("mesh.obj, line 3: "), "{line}: {message}");
        assert!(message.contains(problem), "{line}: {message}");
    }
    let painted = SQUARE_OBJ.replace("v 1 1 2", "v 1 1 2 0.5 0.5 0.5");
    assert_eq!(strict("obj", format!("\u{feff}{painted}")), Ok(square()));
    for (content, line) in
        [(b"# caf\xe9\n".to_vec(), 1), ([SQUARE_OBJ.as_bytes(), &[0x80, 7]].concat(), 7)]
    {
        let error = strict("obj", content).expect_err("no UTF-8");
        let MeshFileError::Content { place, problem: MeshFileProblem::NotText, .. } = error else {
            panic!("{error}")
        };
        assert_eq!(place, Place::Line(line));
    }

    // In each format: what is replaced, by what, the place, the problem.
    let others = [
        (1, "ply\n", "PLY\n", "line 1", "ply should stand here"),
        (1, "ascii", "text", "line 2", "the variant \"text\""),
        (1, " 1.0", " 2.0", "line 2", "the variant \"2.0\""),
        (1, "format ascii 1.0\n", "", "line 9", "the format"),
        (1, "element vertex 4\n", "", "line 4", "an element, before its properties"),
        (1, "vertex 4", "vertex -4", "line 4", "\"-4\" is no whole number"),
        (1, "vertex 4", "vertices 4", "mesh.ply:", "no vertices"),
        (1, "face 2", "faces 2", "mesh.ply:", "no faces"),
        (1, "face 2", "vertex 2", "line 8", "\"vertex\" stands here for the second time"),
        (1, "float y", "float x", "line 6", "\"x\" stands here for the second time"),
        (1, "float y", "float w", "line 4", "no number y of a vertex"),
        (1, "property float z", "property list uchar float z", "line 4", "but a list z"),
        (1, "float x", "real x", "line 5", "a kind of number"),
        (1, "vertex_indices", "corners", "line 8", "list of whole numbers vertex_indices"),
        (1, "uchar int", "uchar float", "line 8", "list of whole numbers vertex_indices"),
        (1, "list uchar", "list float", "line 9", "a whole number's kind"),
        (1, "comment made", "remark made", "line 3", "a line of the header"),
        (1, "1 0 2", "1 0", "line 12", "a line with more numbers"),
        (1, "1 0 2", "1 0 2 4", "line 12", "a line with fewer numbers"),
        (1, "1 0 2", "1 o 2", "line 12", "\"o\" is no number"),
        (1, "3 0 1 2", "3 0 1.0 2", "line 15", "\"1.0\" is no whole number"),
        (1, "3 0 1 2", "3 0 1 4", "line 15", "the corner 4 is none of the 4 vertices"),
        (1, "3 0 1 2", "3 0 -1 2", "line 15", "the corner -1 is none"),
        (1, "3 0 1 2", "4 0 1 2 3", "line 15", "--split-quads"),
        (1, "3 0 1 2", "5 0 1 2 3 0", "line 15", "a face with 5 corners"),
        (1, "3 0 1 2", "2 0 1", "line 15", "a face with 2 corners"),
        (1, "3 0 2 3\n", "3 0 2 3\nrest", "line 17", "the end of the file should stand here"),
        (1, "3 0 2 3\n", "", "line 16", "cut off"),
        (1, "1 1 2", "1 1 3", "line 13", "the third coordinate of this vertex is 3"),
        (2, "OFF", "NOFF", "line 1", "the variant \"NOFF\""),
        (2, "OFF", "OFF BINARY", "line 1", "the variant \"OFF BINARY\""),
        (2, "OFF", "off", "line 1", "OFF should stand here"),
        (2, "4 2 5", "4", "line 2", "the numbers of vertices, faces and edges"),
        (2, "1 0 2", "1 0 2 9", "line 4", "a vertex `x y z`"),
        (2, "3 0 1 2", "3 0 1", "line 7", "a face `3 a b c`"),
        (2, "3 0 1 2", "3 0 1 4", "line 7", "the corner 4 is none of the 4 vertices"),
        (2, "3 0 1 2", "4 0 1 2 3", "line 7", "--split-quads"),
        (2, "3 0 2 3\n", "", "line 8", "cut off"),
        (2, "3 0 2 3\n", "3 0 2 3\n\n3 0 2 3\n", "line 10", "the end of the file"),
        (3, "$Nodes", "$ParametricNodes", "line 8", "without parametric coordinates"),
        (3, "$MeshFormat", "MeshFormat", "line 1", "a section"),
        (3, "2.2", "3", "line 2", "the variant \"3\""),
        (3, "2.2 0 8", "2.2 2 8", "line 2", "the version"),
        (3, "$EndMeshFormat", "$EndFormat", "line 3", "$EndMeshFormat should stand here"),
        (3, "90 1 0 2", "90 1 0", "line 11", "a node `tag x y z`"),
        (3, "90 1 0 2", "7 1 0 2", "line 11", "node 7 stands here for the second time"),
        (3, "90 1 0 2", "-90 1 0 2", "line 11", "\"-90\" is no whole number"),
        (3, "3 1 1 2", "3 1 1 2.5", "node 3", "the third coordinate of this vertex is 2.5"),
        (3, "5 2 2 0 1 7 90 3", "5 2 2 0 1 7 90 4", "element 5", "the corner 4 is no node"),
        (3, "5 2 2 0 1 7 90 3", "5 2 2 0 1 7 90", "line 19", "an element"),
        (3, "5 2 2 0 1 7 90 3", "5 4 2 0 1 7 90 3 12", "line 19", "a tetrahedron"),
        (3, "5 2 2 0 1 7 90 3", "5 9 2 0 1 7 90 3 7 7 7", "line 19", "type 9"),
        (3, "5 2 2 0 1 7 90 3", "5 3 2 0 1 7 90 3 12", "element 5", "--split-quads"),
        (3, "$EndPhysicalNames", "", "line 4", "cut off"),
        (3, "$EndElements\n", "$EndElements\n$Nodes\n0\n$EndNodes\n", "line 22", "second time"),
        (4, "4.1", "4", "line 2", "version 4.1 or 2.2"),
        (4, "2 4 3 90", "2 5 3 90", "line 9", "5 nodes are promised, but their blocks hold 4"),
        (4, "2 3 1 6", "2 4 1 6", "line 22", "4 elements are promised, but their blocks hold 3"),
        (4, "1 1 1 1\n7", "1 1 2 1\n7", "line 10", "of a block should stand here"),
        (4, "0 0 2 0.5", "0 0 2", "line 12", "the position `x y z`"),
        (4, "2 1 2 2", "3 1 4 2", "line 25", "a tetrahedron: bodies are simulated in the plane"),
        (4, "5 7 90 3", "5 7 90 1", "element 5", "the corner 1 is no node"),
    ];
    for (format, part, other, place, problem) in others {
        let (ending, content) = SQUARES[format];
        assert!(content.contains(part), "{part}");
        let error = strict(ending, content.replacen(part, other, 1)).expect_err(other);
        let message = message(&error);
        assert!(message.contains(place), "{other}: {message}");
        assert!(message.contains(problem), "{other}: {message}");
    }
}

/// What says nothing of the shape is skipped.
#[test]
fn decorations() {
    let off = SQUARE_OFF
        .replace("OFF\n4 2 5", "# by hand\nCOFF 4 2\n")
        .replace("1 0 2\n", "1 0 2 0.5 0.5 0.5 1 # red\n\n")
        .replace("3 0 1 2\n", "3 0 1 2 255 0 0\n");
    assert_eq!(strict("off", off), Ok(square()));
    let ply = "ply\r\nformat ascii 1.0\r\nobj_info none\r\nelement face 2\r\nproperty uchar red\r\nproperty list uint8 uint32 \
               vertex_index\r\nproperty list uchar float texcoord\r\nelement edge 1\r\nproperty int a\r\nelement vertex \
               4\r\nproperty double y\r\nproperty list uchar int ids\r\nproperty double x\r\nend_header\r\n255 3 0 1 2 2 0.5 \
               .5\r\n0 3 0 2 3 0\r\n1\r\n0. 0 0\r\n0 2 7 8 1\r\n\r\n1 0 1\r\n1 0 0\r\n";
    assert_eq!(strict("ply", ply), Ok(square()));
    let scattered = SQUARE_MSH4.replace("$Nodes", "$Comments\nnone\n$EndComments\n$Nodes");
    assert_eq!(strict("msh", scattered), Ok(square()));
}

/// The square as a PLY file with every kind of number, as binary in either order of bytes.
fn binary_ply(big_endian: bool) -> Vec<u8> {
    let mut bytes = format!(
        "ply\nformat binary_{}_endian 1.0\nelement vertex 4\nproperty char a\nproperty ushort b\nproperty float x\nproperty double \
         y\nproperty list ushort short c\nelement face 2\nproperty list uint ushort vertex_indices\nend_header\n",
        if big_endian { "big" } else { "little" }
    )
    .into_bytes();
    let mut push = |number: &[u8]| {
        if big_endian { bytes.extend(number.iter().rev()) } else { bytes.extend(number) }
    };
    for [x, y] in SQUARE {
        push(&[200]);
        push(&60_000_u16.to_le_bytes());
        push(&(x as f32).to_le_bytes());
        push(&y.to_le_bytes());
        push(&1_u16.to_le_bytes());
        push(&(-2_i16).to_le_bytes());
    }
    for corners in [[0_u16, 1, 2], [0, 2, 3]] {
        push(&3_u32.to_le_bytes());
        corners.iter().for_each(|v| push(&v.to_le_bytes()));
    }
    bytes
}

/// The square as Gmsh writes it, as binary in either order of bytes.
fn binary_msh(version4: bool, big_endian: bool) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    let text = |bytes: &mut Vec<u8>, text: &str| bytes.extend(text.as_bytes());
    let ints = |bytes: &mut Vec<u8>, numbers: &[i32]| {
        for number in numbers {
            bytes.extend(if big_endian { number.to_be_bytes() } else { number.to_le_bytes() });
        }
    };
    let sizes = |bytes: &mut Vec<u8>, numbers: &[u64]| {
        for number in numbers {
            bytes.extend(if big_endian { number.to_be_bytes() } else { number.to_le_bytes() });
        }
    };
    let position = |bytes: &mut Vec<u8>, [x, y]: [f64; 2]| {
        sizes(bytes, &[x, y, 2.0].map(f64::to_bits));
    };
    let tags = [7, 90, 3, 12];
    text(&mut bytes, if version4 { "$MeshFormat\n4.1 1 8\n" } else { "$MeshFormat\n2.2 1 8\n" });
    ints(&mut bytes, &[1]);
    text(&mut bytes, "\n$EndMeshFormat\n$Entities\n\u{0}\n\u{1}\n$EndEntities\n$Nodes\n");
    if version4 {
        sizes(&mut bytes, &[1, 4, 3, 90]);
        ints(&mut bytes, &[2, 1, 0]);
        sizes(&mut bytes, &[4]);
        sizes(&mut bytes, &tags);
        SQUARE.iter().for_each(|p| position(&mut bytes, *p));
    } else {
        text(&mut bytes, "4\n");
        for (tag, p) in tags.iter().zip(SQUARE) {
            ints(&mut bytes, &[*tag as i32]);
            position(&mut bytes, p);
        }
    }
    text(&mut bytes, "\n$EndNodes\n$Elements\n");
    if version4 {
        sizes(&mut bytes, &[2, 3, 1, 6]);
        ints(&mut bytes, &[1, 1, 1]);
        sizes(&mut bytes, &[1, 1, 7, 90]);
        ints(&mut bytes, &[2, 1, 2]);
        sizes(&mut bytes, &[2, 5, 7, 90, 3, 6, 7, 3, 12]);
    } else {
        text(&mut bytes, "3\n");
        ints(&mut bytes, &[1, 1, 2, 1, 0, 1, 7, 90]);
        ints(&mut bytes, &[2, 2, 2, 5, 0, 1, 7, 90, 3, 6, 0, -1, 7, 3, 12]);
    }
    text(&mut bytes, "\n$EndElements\n");
    bytes
}

fn binary_squares() -> Vec<(&'static str, Vec<u8>)> {
    let mut files = vec![(
        "ply",
        encode_mesh(Path::new("x.ply"), &SQUARE, &[[0, 1, 2], [0, 2, 3]]).expect("sound"),
    )];
    for big_endian in [false, true] {
        files.push(("ply", binary_ply(big_endian)));
        files.push(("msh", binary_msh(false, big_endian)));
        files.push(("msh", binary_msh(true, big_endian)));
    }
    files
}

#[test]
fn binary_files() {
    for (index, (ending, content)) in binary_squares().into_iter().enumerate() {
        assert_eq!(strict(ending, &content), Ok(square()), "file {index}");
    }
    // Elements are named by their numbers, of which the last is 1 in a PLY file, 6 in the others.
    let last_corner = |ending: &str, mut content: Vec<u8>, from_end: usize| {
        let at = content.len() - from_end;
        content[at] = 200;
        strict(ending, content).expect_err("damaged").to_string()
    };
    let named = [
        (
            last_corner("ply", binary_ply(false), 2),
            "mesh.ply, face 1: the corner 200 is none of the 4",
        ),
        (
            last_corner("msh", binary_msh(false, false), 18),
            "mesh.msh, element 6: the corner 200 is no node",
        ),
        (
            last_corner("msh", binary_msh(true, true), 15),
            "mesh.msh, element 6: the corner 200 is no node",
        ),
    ];
    for (message, start) in named {
        assert!(message.starts_with(start), "{message}");
    }
    let mut one = binary_msh(true, false);
    one[20] = 2;
    let error = strict("msh", one).expect_err("neither order").to_string();
    assert!(
        error.starts_with("mesh.msh, byte 20: \"2\" is not understood; the number 1"),
        "{error}"
    );
    let mut surplus = binary_ply(true);
    surplus.push(b'7');
    assert!(
        strict("ply", surplus).expect_err("surplus").to_string().contains("the end of the file")
    );
}

#[test]
fn unsound_meshes_are_named_by_their_place() {
    let source = |ending, content: &str| match strict(ending, content).expect_err(content) {
        MeshFileError::Mesh { source, place, .. } => (source, place),
        error => panic!("{content}: {error}"),
    };
    let empty = |vertices| (MeshError::Empty { vertices, triangles: 0 }, Place::File);
    assert_eq!(source("obj", ""), empty(0));
    assert_eq!(source("msh", "\n"), empty(0));
    assert_eq!(source("obj", "# nothing"), empty(0));
    assert_eq!(source("obj", "v 0 0 0\nv 1 0 0\nv 1 1 0"), empty(3));
    // The first of five vertices is used by the triangles, which are counted from it.
    for number in ["nan", "1e999"] {
        let (error, place) = source("obj", &format!("v {number} 0 2\n{SQUARE_OBJ}"));
        assert!(matches!(error, MeshError::NotFinite { vertex: 0, .. }));
        assert_eq!(place, Place::Line(1));
    }
    let unused = format!("{SQUARE_OBJ}v 5 5 2\n");
    assert_eq!(
        source("obj", &unused),
        (MeshError::UnreferencedVertex { vertex: 4 }, Place::Line(7))
    );
    let clockwise = (MeshError::NegativeArea { triangle: 1, area: -0.5 }, Place::Line(6));
    assert_eq!(source("obj", &SQUARE_OBJ.replace("f 1 3 4", "f 1 4 3")), clockwise);
    let twice = (MeshError::RepeatedVertex { triangle: 1, vertex: 2 }, Place::Line(6));
    assert_eq!(source("obj", &SQUARE_OBJ.replace("f 1 3 4", "f 1 3 3")), twice);
    let off = SQUARE_OFF.replace("3 0 2 3", "3 0 3 2");
    assert_eq!(source("off", &off).1, Place::Line(8));
    let ply = SQUARE_PLY.replace("3 0 2 3", "3 0 1 2");
    assert_eq!(source("ply", &ply).1, Place::Line(14), "the vertex that is left over");
    let msh = SQUARE_MSH2.replace("7 3 12", "7 12 3");
    assert_eq!(source("msh", &msh).1, Place::Element(6));
    let msh = SQUARE_MSH4.replace("6 7 3 12", "6 7 3 90");
    assert_eq!(source("msh", &msh).1, Place::Element(6));
    let mut binary = binary_ply(false);
    let at = binary.len() - 2;
    binary[at] = 1;
    let error = strict("ply", binary).expect_err("clockwise");
    assert!(message(&error).starts_with("mesh.ply, face 1: this is no sound mesh"), "{error}");
    // Each names the way out.
    let sorts = [
        unused,
        SQUARE_OBJ.replace("f 1 3 4", "f 1 4 3"),
        SQUARE_OBJ.replace("f 1 3 4", "f 1 3 3"),
        format!("{SQUARE_OBJ}f 1 2 3"),
    ];
    for content in sorts {
        let message = message(&strict("obj", &content).expect_err("unsound"));
        assert!(message.contains("--clean"), "{message}");
    }
}

#[test]
fn corners_and_heights_of_obj_files() {
    let corners = [
        "5",
        "0",
        "-5",
        "9223372036854775807",
        "-9223372036854775808",
        "99999999999999999999",
        "four",
        "4.0",
        "/1",
        "4/x",
        "4/1/1/1",
        "\\\n4",
    ];
    for corner in corners {
        let content = SQUARE_OBJ.replace("f 1 3 4", &format!("f 1 3 {corner}"));
        let MeshFileError::Content {
            place: Place::Line(6),
            problem: MeshFileProblem::NoSuchVertex { corner: named, vertices: 4 },
            ..
        } = strict("obj", content).expect_err(corner)
        else {
            panic!("{corner}")
        };
        assert!(corner.starts_with(&named));
    }
    assert!(strict("obj", SQUARE_OBJ.replace("f 1 3 4", "f -4/-1 3//1 +4/2/1")).is_ok());
    for height in ["3", "nan", "2.000002"] {
        let content = SQUARE_OBJ.replace("v 0 1 2", &format!("v 0 1 {height}"));
        let error = strict("obj", content).expect_err(height);
        let MeshFileError::Content {
            place: Place::Line(4),
            problem: MeshFileProblem::NotFlat { first: 2.0, .. },
            ..
        } = error
        else {
            panic!("{height}: {error}")
        };
    }
    let nowhere =
        strict("obj", SQUARE_OBJ.replace(" 2\nv", " inf\nv")).expect_err("infinitely high");
    let MeshFileError::Content {
        place: Place::Line(1),
        problem: MeshFileProblem::NotFlat { .. },
        ..
    } = nowhere
    else {
        panic!("{nowhere}")
    };
}

/// Programs write heights with round-off; and they do not agree on which axis points up.
#[test]
fn a_flat_mesh_is_flat_but_for_round_off() {
    let flat = strict("obj", SQUARE_OBJ).expect("a flat mesh");
    for height in ["2.0000000000000004", "1.9999995"] {
        let content = SQUARE_OBJ.replace("v 0 1 2", &format!("v 0 1 {height}"));
        assert_eq!(strict("obj", content).expect(height), flat);
    }
    for (axis, vertex) in [("x", "v 2 $1 $2"), ("y", "v $1 2 $2")] {
        let mut content = String::new();
        for line in SQUARE_OBJ.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["v", x, y, ..] => {
                    content += &vertex.replace("$1", x).replace("$2", y);
                }
                _ => content += line,
            }
            content.push('\n');
        }
        let error = strict("obj", content).expect_err(axis);
        let MeshFileError::Content {
            place: Place::File,
            problem: MeshFileProblem::Upright { axis: named },
            ..
        } = error
        else {
            panic!("{axis}: {error}")
        };
        assert_eq!(named, axis);
    }
}

/// Cut off after any byte, a file is an error or a sound mesh; only what says nothing may be missing.
#[test]
fn files_cut_off_anywhere() {
    let texts = SQUARES.map(|(ending, content)| (ending, content.as_bytes().to_vec()));
    for (ending, content) in texts.into_iter().chain(binary_squares()) {
        let content = content.trim_ascii_end();
        assert_eq!(strict(ending, content), Ok(square()), "all but the last line break");
        for length in 0..content.len() {
            for repairs in [STRICT, ALL] {
                let cut = decode(ending, &content[..length], repairs);
                let whole = ending == "obj" && repairs.clean && length >= 39;
                assert!(cut.is_err() || whole, "{ending} cut after {length} bytes: {cut:?}");
            }
        }
    }
}

/// Headers that promise the world are refused before anything is allocated for it.
#[test]
fn lying_headers() {
    let huge = "1000000000000000000";
    let lies = [
        (1, "vertex 4", format!("vertex {huge}"), "has room for"),
        (1, "face 2", format!("face {huge}"), "has room for"),
        (1, "element face", format!("element none {huge}\nelement face"), "property of an element"),
        (
            1,
            "element face",
            format!("element none {huge}\nproperty int a\nelement face"),
            "has room for",
        ),
        (1, "3 0 1 2", "255 0 1 2".into(), "255 corners"),
        (2, "4 2 5", format!("{huge} 2 5"), "has room for"),
        (2, "4 2 5", format!("4 {huge} 5"), "has room for"),
        (2, "3 0 1 2", format!("{huge} 0 1 2"), "corners"),
        (3, "$Nodes\n4", format!("$Nodes\n{huge}"), "has room for"),
        (3, "$Elements\n4", format!("$Elements\n{huge}"), "has room for"),
        (3, "5 2 2", format!("5 2 {huge}"), "an element"),
        (4, "2 4 3 90", format!("{huge} 4 3 90"), "cut off"),
        (4, "2 4 3 90", format!("2 {huge} 3 90"), "has room for"),
        (4, "2 1 0 3", format!("2 1 0 {huge}"), "has room for"),
        (4, "2 3 1 6", format!("2 {huge} 1 6"), "has room for"),
        (4, "2 1 2 2", format!("2 1 2 {huge}"), "has room for"),
    ];
    for (format, part, lie, problem) in lies {
        let (ending, content) = SQUARES[format];
        assert!(content.contains(part), "{part}");
        let error = strict(ending, content.replacen(part, &lie, 1)).expect_err(&lie).to_string();
        let ends = problem == "cut off" && error.contains("should stand here");
        assert!(error.contains(problem) || ends, "{lie}: {error}");
    }
    for (ending, content) in binary_squares() {
        for at in 0..content.len() {
            let mut lie = content.clone();
            let end = lie.len().min(at + 8);
            lie[at..end].fill(0x7f);
            let _ = decode(ending, lie, ALL);
        }
    }
}

/// A word as long as the file does not fill the terminal. (Found by fuzzing.)
#[test]
fn errors_stay_short() {
    let long = "\u{1}".repeat(5000);
    let contents = [
        ("obj", long.clone()),
        ("obj", SQUARE_OBJ.replace("f 1 3 4", &format!("f 1 3 {long}"))),
        ("ply", SQUARE_PLY.replace("ascii", &long)),
        ("ply", SQUARE_PLY.replace("float x", &format!("float {long}\nproperty float {long}"))),
        (
            "ply",
            SQUARE_PLY.replace(
                "element face",
                &format!("element {long} 99999\nproperty int a\nelement face"),
            ),
        ),
        ("off", format!("{long}OFF\n")),
        ("off", SQUARE_OFF.replace("3 0 2 3", &format!("3 0 2 {long}"))),
        ("msh", SQUARE_MSH2.replace("2.2", &long)),
        ("msh", format!("{long}\n{SQUARE_MSH2}")),
    ];
    for (ending, content) in contents {
        let message = strict(ending, content).expect_err(ending).to_string();
        assert!(message.len() < 1000, "{} bytes: {message}", message.len());
    }
}

fn repair(content: &str, repairs: Repairs) -> (Mesh, Repaired) {
    decode("obj", content, repairs).expect("repaired")
}

#[test]
fn quads() {
    let split = |points: &str| {
        let vertices: String = points.split(", ").map(|p| format!("v {p} 0\n")).collect();
        decode("obj", format!("{vertices}f 1 2 3 4\n"), SPLIT)
    };
    let triangles = |points: &str| {
        let (mesh, repaired) = split(points).expect(points);
        assert_eq!(repaired, Repaired { quads_split: 1, ..Repaired::default() });
        mesh.triangles().to_vec()
    };
    let (along_ac, along_bd) = (vec![[0, 1, 2], [0, 2, 3]], vec![[0, 1, 3], [1, 2, 3]]);
    // The shorter diagonal of two; of equal ones the first.
    assert_eq!(triangles("0 0, 1 0, 1 1, 0 1"), along_ac);
    assert_eq!(triangles("0 0, 1 0, 1.5 1.5, 0 1"), along_bd);
    assert_eq!(triangles("0 0, 2 -0.5, 1 1, 0 1"), along_ac);
    // Where a corner points inwards, the diagonal through it, though it be longer.
    assert_eq!(triangles("0 0, 9 -1, 1 0, 9 1"), along_ac);
    assert_eq!(triangles("9 -1, 1 0, 9 1, 0 0"), along_bd);
    // A corner in the middle of an edge.
    assert_eq!(triangles("0 0, 1 0, 2 0, 1 5"), along_bd);
    assert_eq!(triangles("1 5, 0 0, 1 0, 2 0"), along_ac);
    let crossed = split("0 0, 1 0, 0 1, 1 1").expect_err("crossed");
    let MeshFileError::Content {
        place: Place::Line(5), problem: MeshFileProblem::CrossedQuad, ..
    } = crossed
    else {
        panic!("{crossed}")
    };
    let clockwise = split("0 0, 0 1, 1 1, 1 0").expect_err("clockwise");
    assert!(message(&clockwise).contains("--clean"), "{clockwise}");
    // With two corners in one, a triangle.
    let folded = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 1 1 0\nf 1 2 3 4\n";
    let (mesh, repaired) = repair(folded, ALL);
    assert_eq!(mesh.triangles(), [[0, 1, 2]]);
    let expected = Repaired {
        quads_split: 1,
        vertices_merged: 1,
        triangles_dropped: 1,
        ..Repaired::default()
    };
    assert_eq!(repaired, expected);

    for (ending, content) in SQUARES {
        let quad = content
            .replace("f 1 2 3\nf 1 3 4", "f 1 2 3 4")
            .replace("3 0 1 2\n3 0 2 3", "4 0 1 2 3")
            .replace("face 2", "face 1")
            .replace("4 2 5", "4 1 4")
            .replace("5 2 2 0 1 7 90 3\n6 2 3 0 1 -1 7 3 12", "5 3 2 0 1 7 90 3 12")
            .replace("$Elements\n4", "$Elements\n3")
            .replace("2 3 1 6", "2 2 1 6")
            .replace("2 1 2 2\n5 7 90 3\n6 7 3 12", "2 1 3 1\n5 7 90 3 12");
        let (mesh, repaired) = decode(ending, quad, SPLIT).expect(ending);
        assert_eq!((mesh, repaired.quads_split), (square(), 1));
    }
}

#[test]
fn cleaning() {
    assert_eq!(repair(SQUARE_OBJ, ALL), (square(), Repaired::default()));
    // Two triangles that share no vertex, one of them clockwise, one twice, one between them that
    // vanishes, a vertex far away that only it and one that no triangle uses.
    let soup = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 1e9 1e9 0\nv 0 0 0\nv 1 1.0000000005 0\nv 0 1 0\nf 1 2 3\nf 5 7 6\nf 7 5 6\nf 1 5 7\n";
    let (mesh, repaired) = repair(soup, CLEAN);
    assert_eq!(mesh, square());
    let expected = Repaired {
        quads_split: 0,
        vertices_merged: 2,
        vertices_dropped: 1,
        triangles_dropped: 2,
        triangles_turned: 1,
    };
    assert_eq!(repaired, expected);
    assert_eq!(
        repaired.to_string(),
        "2 vertices were merged, 1 vertex was dropped, 2 triangles were dropped and 1 triangle was turned."
    );
    assert_eq!(Repaired::default().to_string(), "Nothing had to be repaired.");
    // Further apart than the tolerance, they stay apart.
    let apart = repair(&soup.replace("1.0000000005", "1.000000002"), CLEAN);
    assert_eq!((apart.0.vertex_count(), apart.1.vertices_merged), (5, 1));
    // A vertex that only a vanished triangle used.
    let spike = format!("{SQUARE_OBJ}v 0 0 2\nv 5 5 2\nf 1 5 6\n");
    let (mesh, repaired) = repair(&spike, CLEAN);
    assert_eq!(mesh, square());
    let expected = Repaired {
        vertices_merged: 1,
        vertices_dropped: 1,
        triangles_dropped: 1,
        ..Repaired::default()
    };
    assert_eq!(repaired, expected);
    // What is left unsound is refused, at its place in the file.
    let hopeless =
        format!("v 9 9 2\n{}f 3 4 5\nf 2 3 4\nf 3 4 2\n", "v 0 0 2\nv 1 0 2\nv 2 0 2\nv 0 1 2\n");
    let error = decode("obj", hopeless, CLEAN).expect_err("on a line");
    assert!(
        matches!(
            error,
            MeshFileError::Mesh {
                place: Place::Line(7),
                source: MeshError::ZeroArea { triangle: 1, .. },
                ..
            }
        ),
        "{error:?}"
    );
}

/// Merging compares each vertex with its neighbours only, wherever they are.
#[test]
fn cleaning_takes_no_time() {
    let (side, mut content) = (300, String::new());
    for copy in 0..2 {
        for i in 0..side * side {
            let _ = writeln!(content, "v {} {} 0", i % side, i / side);
        }
        let first = copy * side * side + 1;
        for i in (0..side * (side - 1)).filter(|i| i % side != side - 1) {
            let (a, b) = (first + i, first + i + side);
            let _ = if copy == 0 {
                writeln!(content, "f {} {} {}", a, a + 1, b + 1)
            } else {
                writeln!(content, "f {} {} {}", a, b, b + 1)
            };
        }
    }
    // As many that are no number.
    (0..side * side).for_each(|_| content += "v nan nan 0\n");
    let started = std::time::Instant::now();
    let (mesh, repaired) = repair(&content, CLEAN);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    assert_eq!(mesh.vertex_count(), side * side);
    assert_eq!(
        (repaired.vertices_dropped, repaired.triangles_turned),
        (side * side + 2, (side - 1) * (side - 1))
    );
}

#[test]
fn what_cannot_be_written() {
    for path in ["x.msh", "x.off", "x", "obj"] {
        let error = encode_mesh(Path::new(path), &SQUARE, &[[0, 1, 2]]).expect_err(path);
        assert!(matches!(error, MeshFileError::UnknownFormat { .. }));
        assert!(error.to_string().contains(".obj (Wavefront) or .ply"), "{error}");
    }
    let mesh_error = |positions: &[[f64; 2]], triangles: &[[usize; 3]]| match encode_mesh(
        Path::new("x.PLY"),
        positions,
        triangles,
    )
    .expect_err("unsound")
    {
        MeshFileError::Mesh { source, .. } => source,
        error => panic!("{error}"),
    };
    let outside = MeshError::IndexOutOfRange { triangle: 1, vertex: 4, vertices: 4 };
    assert_eq!(mesh_error(&SQUARE, &[[0, 1, 2], [0, 2, 4]]), outside);
    let nowhere = mesh_error(&[[0.0, 0.0], [f64::NAN, 0.0]], &[]);
    assert!(matches!(nowhere, MeshError::NotFinite { vertex: 1, .. }));
    assert_eq!(
        encode_mesh(Path::new("x.obj"), &[[0.1, -0.0], [1e300, 1.0]], &[[0, 1, 0]]),
        Ok(b"v 0.1 -0.0 0\nv 1e300 1.0 0\nf 1 2 1\n".to_vec())
    );
}

/// A grid whose inner vertices are moved, at any size and place.
fn jittered_grid() -> impl Strategy<Value = Mesh> {
    let jitter = prop::collection::vec(-0.2..0.2_f64, 2 * 36);
    (2..7_usize, 2..7_usize, jitter, -9..10_i32, -1.0..1.0_f64).prop_map(
        |(columns, rows, jitter, exponent, shift)| {
            let scale = 10_f64.powi(exponent);
            let grid = triangulated_grid(columns, rows, (columns - 1) as f64, (rows - 1) as f64)
                .expect("sound");
            let moved = |(i, x): (usize, &f64)| scale * (x + shift + jitter[i]);
            let positions: Vec<f64> = grid.rest_state().iter().enumerate().map(moved).collect();
            let positions = positions.chunks(2).map(|p| [p[0], p[1]]).collect();
            Mesh::new(positions, grid.triangles().to_vec()).expect("sound")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_what_was_written_gives_the_same_mesh(mesh in jittered_grid()) {
        for ending in ["obj", "ply"] {
            let path = format!("mesh.{ending}");
            let bytes = encode_mesh(Path::new(&path), mesh.positions(), mesh.triangles()).expect("sound");
            let read = strict(ending, bytes).expect("sound");
            prop_assert_eq!(read.triangles(), mesh.triangles());
            prop_assert_eq!(bits(&read), bits(&mesh));
        }
    }

    /// Triangles apart from each other, turned anyhow, and vertices astray become the mesh again.
    #[test]
    fn cleaning_puts_a_soup_together(mesh in jittered_grid(), seed in prop::num::u64::ANY) {
        let (mut vertices, mut faces, mut turned) = (String::from("v 1e5 7 0\n"), String::new(), 0);
        for (e, corners) in mesh.triangles().iter().enumerate() {
            let turn = seed >> (e % 64) & 1 == 1;
            turned += usize::from(turn);
            corners.iter().for_each(|&v| {
                let [x, y] = mesh.positions()[v];
                vertices += &format!("v {x:?} {y:?} 0\n");
            });
            let [a, b, c] = [3 * e + 2, 3 * e + 3, 3 * e + 4];
            faces += &if turn { format!("f {a} {c} {b}\n") } else { format!("f {a} {b} {c}\n") };
        }
        let (clean, repaired) = decode("obj", vertices + &faces, CLEAN).expect("clean");
        prop_assert_eq!(repaired, Repaired {
            quads_split: 0,
            vertices_merged: 3 * mesh.triangle_count() - mesh.vertex_count(),
            vertices_dropped: 1,
            triangles_dropped: 0,
            triangles_turned: turned,
        });
        let corners = |mesh: &Mesh| -> Vec<[[f64; 2]; 3]> {
            mesh.triangles().iter().map(|t| t.map(|v| mesh.positions()[v])).collect()
        };
        prop_assert_eq!(corners(&clean), corners(&mesh));
    }

    /// Damaged anywhere, a file is a mesh or an error, never a panic.
    #[test]
    fn damaged_files(
        which in 0..SQUARES.len(), damage in prop::collection::vec((0..400_usize, "[ -~\n]{0,3}"), 1..6), cut in 0..400_usize
    ) {
        let (ending, content) = SQUARES[which];
        let mut content = content.to_owned();
        for (at, insert) in damage {
            let at = at % content.len();
            let end = content.len().min(at + insert.len() / 2);
            content.replace_range(at..end, &insert);
        }
        content.truncate(content.len() - cut % content.len() / 4);
        for repairs in [STRICT, ALL] {
            if let Ok((mesh, _)) = decode(ending, &content, repairs) {
                prop_assert!(mesh.triangle_count() <= content.len());
            }
        }
        let _ = decode(ending, content.bytes().map(|byte| byte.wrapping_mul(7)).collect::<Vec<_>>(), ALL);
    }
}
