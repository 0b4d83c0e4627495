//! Tablebases in files: what is written and read, and what is refused.

use crate::fixtures::boards::Boards;
use crate::fixtures::numbered::{self, threads};
use crate::fixtures::tic_tac_toe::TicTacToe;
use crate::tablebase::{built, two_draws};
use engine::{Score, ScoreKind};
use solve::tablebase::{Family, FileError, Rank, Stored, Table, Tablebase, TablebaseFile};

/// The codes of a class in a file, if each fits into a byte.
pub(crate) fn codes<F: Family>(table: &Tablebase<F>, class: usize) -> Vec<u8> {
    let score = |index| table.get(Rank { class, index });
    let code = |index| match score(index).map(Score::kind) {
        None => 0,
        Some(ScoreKind::Value(_)) => 1,
        Some(ScoreKind::Win(plies)) => 2 + 2 * plies as u8,
        Some(ScoreKind::Loss(plies)) => 3 + 2 * plies as u8,
    };
    (0..table.size(class)).map(code).collect()
}

/// What is read from the file of a table with other codes, of 2 to the power of `bits` bits each.
pub(crate) fn forged<F: Family + Clone, S: Stored>(
    table: &Table<F, S>,
    codes: &[Vec<u8>],
    bits: u32,
) -> Result<Table<F, S>, FileError> {
    let header = 8 + 4 + 4 + table.family().description().len() + 4 + 4 + 4;
    let mut file = table.to_bytes()[..header].to_vec();
    for (class, codes) in codes.iter().enumerate() {
        let mut codes = codes.clone();
        codes.resize(codes.len().next_multiple_of(8), 0);
        let blocks = codes.chunks(1 << 13).map(|bytes| {
            let stream = miniz_oxide::deflate::compress_to_vec(bytes, 1);
            [&stream[..], &crc32fast::hash(&stream).to_le_bytes()].concat()
        });
        let blocks: Vec<Vec<u8>> = blocks.collect();
        let lengths = blocks.iter().flat_map(|block| (block.len() as u32).to_le_bytes());
        let size = table.size(class).to_le_bytes();
        let head: Vec<u8> = size.into_iter().chain(bits.to_le_bytes()).chain(lengths).collect();
        file.extend(&head);
        file.extend(crc32fast::hash(&head).to_le_bytes());
        file.extend(blocks.concat());
    }
    Table::from_bytes(table.family().clone(), &file)
}

/// A distance larger than the number of positions in this class and the earlier ones is damage.
#[test]
fn distances_of_a_file_are_plausible() {
    let (_, family) = numbered::random(60, 2, 3, 1);
    let table = built(family.clone());
    let codes = [0, 1].map(|class| codes(&table, class));
    let longest = (0..=u8::MAX).filter_map(|code| {
        let mut codes = codes.clone();
        codes[0][0] = code;
        let table = forged(&table, &codes, 3).ok()?;
        table.get(Rank { class: 0, index: 0 })?.distance()
    });
    assert_eq!(longest.max().map(u64::from), Some(table.size(0)));
}

#[test]
fn files_that_are_no_good_are_refused() {
    let (_, family) = numbered::random(300, 2, 3, 7);
    let table = built(family.clone());
    let bytes = table.to_bytes();
    let read = |bytes: &[u8]| Tablebase::from_bytes(family.clone(), bytes);
    assert_eq!(read(&bytes).unwrap().to_bytes(), bytes);
    for end in 0..bytes.len() {
        assert!(read(&bytes[..end]).is_err(), "the first {end} bytes");
    }
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        assert!(read(&damaged).is_err(), "a bit of byte {place}");
    }
    let message = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert_eq!(message(b""), "this is not a tablebase");
    assert_eq!(message(&bytes[..40]), "the tablebase ends too early");
    assert_eq!(message(&[&bytes[..], b"x"].concat()), "the tablebase goes on after its end");
    let mut older = bytes.clone();
    older[8] = 1;
    assert_eq!(message(&older), "the tablebase has format version 1: expected 3");
    let mut damaged = bytes.clone();
    damaged[bytes.len() - 9] ^= 1;
    assert_eq!(message(&damaged), "class 1 of the tablebase is damaged");
    assert!(matches!(Tablebase::from_bytes(Boards, &bytes), Err(FileError::OtherFamily { .. })));
}

/// Scores that refer to each other could be followed forever.
#[test]
fn scores_of_impossible_distances_are_refused() {
    let family = two_draws();
    let mut table = Tablebase::new(family.clone());
    table.build(&threads(1)).unwrap();
    let forged = |codes: [u32; 2]| forged(&table, &[codes.map(u32::to_le_bytes).concat()], 5);
    let (win, loss) = (|plies: u32| 2 + 2 * plies, |plies: u32| 3 + 2 * plies);
    assert_eq!(forged([1, 1]).unwrap().verify(&threads(1)), Ok(()));
    let far = Score::MAX_DISTANCE - 1;
    for codes in [[win(far), win(far)], [loss(far), 1], [1, win(3)], [1, u32::MAX]] {
        assert!(matches!(forged(codes), Err(FileError::Damaged { class: 0 })), "{codes:?}");
    }
    let short = forged([win(2), win(2)]).unwrap();
    assert!(short.line(&family.place(0)).is_empty());
    let wrong = short.verify(&threads(1)).unwrap_err().to_string();
    assert_eq!(wrong, "position 0 of class 0 is stored as a win in 2: expected a win in 3");
}

#[test]
fn files_round_trip() {
    let folder = std::env::temp_dir().join(format!("tablebase-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("tic-tac-toe.tablebase");
    let table = built(Boards);
    table.save(&path).unwrap();
    table.save(&path).unwrap();
    let loaded = Tablebase::load(Boards, &path).unwrap();
    let file = TablebaseFile::open(Boards, &path).unwrap();
    for class in 0..table.classes() {
        for index in 0..=table.size(class) {
            let rank = Rank { class, index };
            let expected = table.get(rank);
            assert_eq!((loaded.get(rank), file.get(rank).unwrap()), (expected, expected), "{rank}");
        }
    }
    assert_eq!(file.probe(&TicTacToe::start()).unwrap(), Some(Score::DRAW));
    assert_eq!(Tablebase::<Boards>::read_description(&path).unwrap(), "tic-tac-toe");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
    let missing = Tablebase::load(Boards, folder.join("none")).unwrap_err();
    assert!(matches!(missing, FileError::Read { .. }));
    let nowhere = table.save(folder.join("none").join("x")).unwrap_err();
    assert!(matches!(nowhere, FileError::Write { .. }));
    let folder_itself = Tablebase::load(Boards, &folder).unwrap_err();
    assert!(folder_itself.to_string().ends_with("not a regular file"), "{folder_itself}");
    std::fs::remove_dir_all(&folder).unwrap();
}
