//! How far it is on foot: a net of places an inch apart on every floor, joined by what can be walked, with doors and
//! ladders in it. Nothing here decides what is legal; minds and samples find their way by it, past walls and rivers at
//! which a straight line would only lead them to a halt.

use space::inches::{LadderId, Mover, Scratch, Spot, Tabletop};
use space::roads::{self, NOWHERE};
use std::sync::OnceLock;

/// Places of the net stand so far apart.
const MESH: i32 = 1000;
/// Lengths are kept in twentieths of an inch.
const UNIT: i32 = 50;
/// Doors and ladders are joined to places of the net no farther off.
const NEAR: i64 = 1600;

#[derive(Debug)]
pub struct Roads {
    columns: i32,
    rows: i32,
    places: Vec<Spot>,
    /// Places of each cell: where its list begins in `order`.
    cells: Vec<u16>,
    order: Vec<u16>,
    /// Links of all places, one place after the other, and where those of each begin.
    links: Vec<Link>,
    begins: Vec<u32>,
    /// The longest of them.
    longest: u16,
    /// For each place how far all others are from it; worked out when somebody wants to go there.
    fields: Vec<OnceLock<Box<[u16]>>>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    to: u16,
    cost: u16,
}

impl Roads {
    /// The net of a table for a mover, with places of its own (doors) besides those of the mesh.
    pub fn new(table: &Tabletop, mover: &Mover, doors: &[Spot]) -> Roads {
        let layout = table.layout();
        let (columns, rows) = (layout.width / MESH, layout.depth / MESH);
        let mut scratch = Scratch::default();
        let mut places = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let p = Spot::new(column * MESH + MESH / 2, row * MESH + MESH / 2, 0).plan();
                let mut ceiling = i32::MAX;
                while let Some(z) = table.floor(p, ceiling) {
                    places.push(p.at(z));
                    ceiling = z - 1;
                }
            }
        }
        places.extend(doors);
        places.retain(|place| table.walk(*place, place.plan(), mover, &[], &mut scratch) == Some(place.z));
        places.extend(table.ladders().iter().flat_map(|ladder| &ladder.stops));
        places.truncate(usize::from(u16::MAX));
        let mut roads = Roads {
            columns,
            rows,
            places,
            cells: vec![],
            order: vec![],
            links: vec![],
            begins: vec![0],
            longest: 0,
            fields: vec![],
        };
        roads.sort_in();
        for at in 0..roads.places.len() {
            let links = roads.find_links(table, mover, at, &mut scratch);
            roads.links.extend(links);
            roads.begins.push(roads.links.len() as u32);
        }
        roads.longest = roads.links.iter().map(|link| link.cost).max().unwrap_or(0);
        roads.fields = vec![OnceLock::new(); roads.places.len()];
        roads
    }

    fn cell(&self, at: Spot) -> (i32, i32) {
        ((at.x / MESH).clamp(0, self.columns - 1), (at.y / MESH).clamp(0, self.rows - 1))
    }

    fn sort_in(&mut self) {
        let number = |roads: &Roads, at: Spot| {
            let (column, row) = roads.cell(at);
            (row * roads.columns + column) as usize
        };
        let mut order: Vec<u16> = (0..self.places.len() as u16).collect();
        order.sort_by_key(|at| number(self, self.places[usize::from(*at)]));
        let mut cells = vec![0; (self.columns * self.rows) as usize + 1];
        for place in &self.places {
            cells[number(self, *place) + 1] += 1;
        }
        for at in 1..cells.len() {
            cells[at] += cells[at - 1];
        }
        (self.order, self.cells) = (order, cells);
    }

    /// The places of a cell and of those round it.
    fn around(&self, at: Spot) -> impl Iterator<Item = u16> + '_ {
        let (column, row) = self.cell(at);
        let rows = (row - 1).max(0)..=(row + 1).min(self.rows - 1);
        rows.flat_map(move |row| {
            let (first, last) = ((column - 1).max(0), (column + 1).min(self.columns - 1));
            let begin = self.cells[(row * self.columns + first) as usize];
            let end = self.cells[(row * self.columns + last) as usize + 1];
            self.order[usize::from(begin)..usize::from(end)].iter().copied()
        })
    }

    fn links_of(&self, place: u16) -> &[Link] {
        let at = usize::from(place);
        &self.links[self.begins[at] as usize..self.begins[at + 1] as usize]
    }

    fn find_links(&self, table: &Tabletop, mover: &Mover, at: usize, scratch: &mut Scratch) -> Vec<Link> {
        let from = self.places[at];
        let mut links = Vec::new();
        for to in self.around(from).filter(|to| usize::from(*to) != at) {
            let there = self.places[usize::from(to)];
            let long = from.plan().to(there.plan());
            if long <= NEAR && table.walk(from, there.plan(), mover, &[], scratch) == Some(there.z) {
                links.push(Link { to, cost: in_units(long as i32) });
            }
        }
        for ladder in table.ladders().iter().filter(|ladder| ladder.stops.contains(&from)) {
            for stop in ladder.stops.iter().filter(|stop| **stop != from) {
                let cost = if ladder.stairs { from.plan().to(stop.plan()) as i32 } else { (stop.z - from.z).abs() };
                let twins = (0..self.places.len()).filter(|to| self.places[*to] == *stop);
                links.extend(twins.map(|to| Link { to: to as u16, cost: in_units(cost) }));
            }
        }
        links
    }

    /// The place of the net that is nearest to a spot, on its own floor.
    fn nearest(&self, at: Spot) -> Option<u16> {
        let level = |place: &u16| (self.places[usize::from(*place)].z - at.z).abs() <= MESH;
        let linked = |place: &u16| !self.links_of(*place).is_empty();
        let near = self.around(at).filter(|place| level(place) && linked(place));
        near.min_by_key(|place| self.places[usize::from(*place)].plan().square_to(at.plan()))
    }

    fn field(&self, goal: u16) -> &[u16] {
        self.fields[usize::from(goal)].get_or_init(|| {
            let links = |at: usize| self.links_of(at as u16).iter().map(|link| (usize::from(link.to), link.cost));
            roads::lengths(self.places.len(), [usize::from(goal)], self.longest, links, |_, _| true).into()
        })
    }

    /// About how long the way is, in thousandths of an inch; the straight line where the net does not lead.
    pub fn length(&self, from: Spot, to: Spot) -> i32 {
        let straight = from.plan().to(to.plan()) as i32;
        if straight <= 2 * MESH && from.z == to.z {
            return straight;
        }
        match (self.nearest(from), self.nearest(to)) {
            (Some(a), Some(b)) => match self.field(b)[usize::from(a)] {
                NOWHERE => straight + 24 * MESH,
                // How a spot lies off the net counts too, or nobody would see that a short step brings him nearer.
                units => {
                    let off = self.places[usize::from(a)].plan().to(to.plan()) as i32 - straight;
                    (i32::from(units) * UNIT - off).max(straight)
                }
            },
            _ => straight + 6 * MESH,
        }
    }

    /// Places along the way from one spot towards another, up to so many thousandths, without the start.
    pub fn route(&self, from: Spot, to: Spot, most: i32, out: &mut Vec<Spot>) {
        out.clear();
        let (Some(mut at), Some(goal)) = (self.nearest(from), self.nearest(to)) else { return };
        let field = self.field(goal);
        let begin = field[usize::from(at)];
        if begin == NOWHERE {
            return;
        }
        while at != goal && i32::from(begin - field[usize::from(at)]) * UNIT <= most {
            let links = self.links_of(at).iter();
            let next = links.min_by_key(|link| field[usize::from(link.to)].saturating_add(link.cost));
            let Some(next) = next.filter(|link| field[usize::from(link.to)] < field[usize::from(at)]) else { return };
            at = next.to;
            out.push(self.places[usize::from(at)]);
        }
        if at == goal {
            out.push(to);
        }
    }
}

fn in_units(length: i32) -> u16 {
    (length / UNIT).clamp(1, i32::from(u16::MAX)) as u16
}

/// Whether a leg of a route is a ladder or stairs.
pub(crate) fn climbs(table: &Tabletop, from: Spot, to: Spot) -> Option<LadderId> {
    if from.z == to.z { None } else { table.ladder_between(from, to) }
}
