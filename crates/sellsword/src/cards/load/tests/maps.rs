//! Maps that are drawn wrong.

use super::report;

const MAP: &str = "[[gridmap]]
id = \"yard\"
name = \"Yard\"
origin = \"house\"
width = 4
height = 4
grid = '''
+-+-+-+-+
|. . .|.|
+ + + + +
|. # . .|
+ +=+ + +
|^ S B ~|
+ + + + +
|. . P O|
+-+-+-+-+
'''
overlay = [{ x = 0, y = 0, kind = \"smoke\" }]
start = [{ side = \"west\", x = 0, y = 2, w = 2, h = 2 }]
objective = [{ name = \"Well\", x = 1, y = 1, w = 2, h = 1 }]
";

fn map(old: &str, new: &str, expected: &str) {
    assert!(MAP.contains(old), "{old}");
    assert_eq!(report("m.toml", &MAP.replacen(old, new, 1)), expected);
}

#[test]
fn maps_with_mistakes() {
    map("|", "|", "");
    map("|. # . .|\n", "", "m.toml:7:8: 8 lines; a map 4 squares high is drawn in 9 [SW-MAP-01]");
    map("|. # . .|", "|. # .|", "m.toml:11:8: 7 characters; a map 4 squares wide is drawn in 9 [SW-MAP-01]");
    map("|. # . .|", "|. x . .|", "m.toml:11:4: unknown square 'x'; expected one of . # ^ B F O P S ~ [SW-MAP-01]");
    map("|. # . .|", "|. | . .|", "m.toml:11:4: '|' stands on an edge, and this is square B2 [SW-MAP-01]");
    let other = "is of the other kind of edge; this one is";
    map("+ +=+ + +", "+ +:+ + +", &format!("m.toml:12:4: ':' {other} level: expected - = or a blank [SW-MAP-01]"));
    map("|. . .|.|", "|. . .-.|", &format!("m.toml:9:7: '-' {other} upright: expected | : or a blank [SW-MAP-01]"));
    map("+ +=+ + +", "+ +=. + +", "m.toml:12:5: '.' on a grid point; expected + [SW-MAP-01]");
    map("|. # . .|", ":. # . .|", "m.toml:11:1: the outer border is a wall and no low cover [SW-MAP-01]");
    map("x = 0, y = 2, w", "x = 3, y = 2, w", "m.toml:19:10: 2 by 2 squares from D3 on leave the board [SW-MAP-01]");
    map("x = 1, y = 1", "x = 4, y = 1", "m.toml:20:35: \"x\" is 4; expected a whole number from 0 to 3 [SW-MAP-01]");
    map("w = 2, h = 1", "w = 1, h = 1", "m.toml:20:14: this objective is all wall; nobody can occupy it [SW-BUILD-09]");
    map(
        "w = 2, h = 2",
        "w = 2, h = 1",
        "m.toml:19:10: no room for an entry tile of 2 by 2 squares in this start area [SW-MAP-04]",
    );
    map("x = 0, y = 0", "x = 1, y = 1", "m.toml:18:12: square B2 is filled with wall [SW-MAP-01]");
    map(
        "\"smoke\"",
        "\"pit\"",
        "m.toml:18:35: unknown kind \"pit\"; expected challenging, brush, damaging, smoke [SW-TEMP-08]",
    );
    map(
        "width = 4\nheight = 4",
        "width = 64\nheight = 33",
        "m.toml:5:9: 64 by 33 squares; a map holds 2048 at most [SW-MAP-01]",
    );
    let sliding = MAP.replace("|. . .|.|", "|S S S|S|").replace("|. # . .|", "|S S S S|");
    assert_eq!(report("m.toml", &sliding), "m.toml:7:8: 9 sliding walls; a map holds 8 at most [SW-MAP-01]");
}
