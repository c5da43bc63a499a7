/** Every word the browser says on its own. Names, sentences and reasons come from the server; a translation replaces this file. */
const many = (n: number, one: string, more: string) => `${n} ${n === 1 ? one : more}`;
const percent = (perMillion: number) => {
  const value = perMillion / 10_000;
  if (perMillion > 0 && perMillion < 10_000) return value.toFixed(1);
  if (perMillion > 990_000 && perMillion < 1_000_000) return value.toFixed(1);
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
};

export const w = {
  name: "Fray",
  nav: { main: "Main", play: "Play", rulebook: "Rulebook", dark: "Dark", skip: "Skip to the decision" },
  percent,
  home: {
    title: "First die in a minute.",
    text: "Two ready warbands, a map and an opponent that knows the rules. No account.",
    quick: "Quick battle", change: "Change who fights", next: "Next quick battle", you: "You", mind: "The veteran", against: "against",
    points: (n: number) => many(n, "point", "points"), minutes: "about 25 minutes",
    systems: "Systems", soon: "Rules to read, not yet to play", rules: "Read the rules", quickIn: (system: string) => `Quick battle: ${system}`,
    ways: "Other ways to play", two: "Two players, one screen", twoText: "Pass the mouse, one page for both",
    invite: "Invite by link", inviteText: "A private seat, no account", watch: "Watch two minds", watchText: "Sit back, any speed",
    record: "Open a record", recordText: "Replay, verify, play on from any line",
    recent: "Recent battles", none: "None yet. They will stand here, so that you can go on.", goOn: "Go on", replay: "Look", film: (text: string) => `Replay. ${text}`, forget: "Forget", forgotten: (names: string) => `Forgotten: ${names}.`,
    facts: { space: "Space", turn: "Turn", dice: "Dice" },
    opening: "Setting the table…", notReached: "The server does not answer. Is it still running?", again: "Try again",
  },
  setup: {
    title: "Who fights", close: "Close", scenario: "Scenario", map: "Map", anyMap: "As the rules choose it", side: (n: number) => (n === 0 ? "First side" : "Second side"),
    warband: "Warband", player: "Played by", you: "You", friend: "A friend, by link", screen: "A second player, this screen", veteran: "Veteran mind", random: "Reckless mind",
    own: "My own dice: I type what fell", fight: "Fight", units: "Units",
  },
  invite: { title: "Your friend's seat", text: "Send this link. Whoever opens it takes the other side.", copy: "Copy link", copied: "Copied", watch: "Link for onlookers" },
  battle: {
    /** `b wins 0 to 135 in round 4 (the target is met)`: who and how many stand beside it already. */
    ended: (text: string, called?: string) => { const [, when, why] = text.match(/ in round (\d+) \((.+)\)$/) ?? []; return why ? `${why[0]?.toUpperCase()}${why.slice(1)}, ${called || "round"} ${when}.` : text; },
    ending: (name: string | null, told: number[]) => `${name ? `${name} wins` : "A draw"}${told.length > 0 ? `, ${told.join(" to ")}` : ""}`,
    board: (w: number, h: number) => `Board, ${w} by ${h} squares. Arrow keys move, Enter chooses, question mark lists the keys.`,
    table: "Table. Tab moves between figures, Enter chooses.",
    round: (n: number, last?: number, called?: string) => (n > 0 ? `${called || "Round"} ${n}${last ? ` of ${last}` : ""}` : "Before the battle"), track: "Phases", target: (score: string, n: number) => `${score}, of ${n}`, current: "now", past: "done",
    youDecide: "You decide", theyDecide: (name: string) => `Decision of ${name}`, decidesNow: (name: string) => `${name}, your decision`,
    why: "Why", waits: (name: string) => `Waiting: ${name}.`, absent: (name: string) => `Nobody leads ${name} yet: the link has to be opened first.`, played: (player: string, mine: boolean) => (mine ? "you" : player === "human" ? "another player" : player === "random" ? "reckless mind" : `${player} mind`), thinking: (name: string) => `${name}: thinking it over. Your board stays free to inspect.`,
    targets: (n: number) => many(n, "target", "targets"), unitsMany: (n: number) => many(n, "unit", "units"), squares: (n: number) => many(n, "square", "squares"), choices: (n: number) => many(n, "choice", "choices"),
    choose: "Choose an answer", chooseAct: "Choose an act, here or on the board", chooseTarget: "Choose a target on the board or here", chooseFigure: "Choose a figure, here or on the board", chooseSquare: "Choose a dotted square on the board", via: (square: string) => `by way of ${square}`, chooseEither: "Choose a dotted square on the board, or an answer here",
    back: "Back", roll: "Roll", barred: "Not now", more: (n: number) => `${n} more`, fewer: "Fewer",
    yes: "Yes", no: "No", commit: "Do it", deed: (verb: string, name: string) => `${verb}: ${name}`,
    order: "Standing order", always: (label: string) => `Always: ${label}`, ordersOn: "Standing orders", lift: "Lift", offByDefault: "Stands until you lift it.",
    undo: "Undo", redo: "Redo", undoWhat: (label: string) => label || "Undo", undoCost: { free: "free: nothing is lost", ask: "a die has fallen: they are asked", others: "they have decided since: they are asked", measured: "it has been measured since: they are asked", none: "nothing to undo" },
    asked: "Asked. They decide.", undoKept: "They did not allow it: it stands.", undoAsked: (name: string, what: string) => `${name} asks to take back: ${what}`, undoOwn: (what: string) => `You asked to take back: ${what}`, withdraw: "Ask no more", undoAskedText: "Dice or decisions have followed it and go with it. You may allow it or not.", allow: "Allow", refuse: "Refuse",
    dice: "Dice", noDice: "No die has fallen yet", natural: (n: number, sides: number) => `d${sides} shows ${n}`, needs: (n: number) => `Needs ${n}+`, cannot: "Cannot hit", needsUnder: (n: number) => `Needs ${n} or less`, inTheEnd: "In the end:", missedBy: (n: number) => `short by ${n}`, madeBy: (n: number) => `made by ${n}`,
    ownDice: "Type what fell", ownDiceFell: "It fell", ownDiceMany: (throws: string) => `Throw ${throws}`, ownFace: (n: number) => `It fell ${n}`,
    odds: "Odds", against: "against", inAll: "in all", oddsOf: (parts: string) => parts, oddsLoading: "Counting the odds…", noOdds: "No die is thrown for this.", fates: "What becomes of whom", thenRolls: (name: string) => `then ${name}`,
    miss: "Miss", hit: "Hit", critical: "Critical",
    log: "Log", logHint: "click a rule to read it", earlier: (n: number) => `${many(n, "earlier line", "earlier lines")}`, newLines: (n: number) => `${n} new`, steps: (n: number) => `${n} steps`, nothing: "Nothing has happened yet.",
    legend: "Legend", units: "Units", rules: "Rules", decide: "Decide", card: "Card", close: "Close", zoom: "Zoom", zoomIn: "Zoom in", zoomOut: "Zoom out", fit: "Fit",
    refused: "Refused", stale: "The battle has moved on since. The board shows how it stands now.", lost: "The line is cut. Trying again…", slow: "No answer from the server yet. What you chose is on its way.", gone: "This seat does not exist.", goneText: "The link is wrong or the battle is no longer kept.",
    over: "The battle is over", won: (name: string) => `${name} wins`, youWon: "you won", youLost: "you lost", drawn: "A draw", scores: "Score", again: "Fight again", replay: "Replay", download: "Download record", home: "Home",
    waiting: "Waiting off the table", dropped: "Dropped", dead: "Dead", left: "Left the board", acted: "has acted", acting: "acting now", mine: "yours", enemy: "enemy", choosable: "can be chosen", reachable: "in reach",
    bar: (name: string, value: number, of: number) => `${name} ${value} of ${of}`, worth: (n: number) => `${n} VP`, held: (name: string) => `held by ${name}`, nobody: "held by nobody",
    wall: { N: "wall on the north edge", S: "wall on the south edge", W: "wall on the west edge", E: "wall on the east edge" }, low: "low ",
    layers: "Layers", layer: { reach: ["Reach", "M"], sight: ["Sight", "S"], threat: ["Threat", "T"] } as Record<"reach" | "sight" | "threat", [string, string]>, layerOf: (layer: string, name: string) => (name ? `${layer}: ${name}` : layer),
    company: "Move several together", everybody: (n: number) => `Everybody ${n}`, farther: "Farther ways too", pickSome: "Pick figures on the board or by kind.", pickedSome: (n: number) => `${many(n, "figure", "figures")}. Click where the first one goes; the others keep their places beside it.`,
    together: "For many at once", only: (name: string) => `Only ${name}`, eachNearest: (verb: string, n: number) => `${verb}: each at the nearest (${n})`, allAt: (verb: string, n: number, name: string) => `${verb}: all ${n} at ${name}`, declared: (n: number) => `Declared so far: ${n}`, takeBack: "Take back the last",
    houseRule: "Not in the book: our own rule or table", actors: "Who acts?", actorsHint: "Pick a model, here or on the board.", opposed: "Opposed roll", fold: "Fold", unfold: "Show the whole roll", unanswered: "Still to be rolled", bestOf: (n: number) => `best of ${n} dice`,
    stack: "What this interrupts", stackNow: (n: number, of: number) => `${n} of ${of}, innermost, running`, stackWaits: "Waiting", waitsFor: (n: number) => `waits for ${n}`, haltedTill: (then: string, n: number) => `halted, ${then} after ${n}`, stackHalted: "Halted", stackYou: "you", stackThem: "them", stackOver: "over", stackWhy: "Closes from the top down.", deciding: "Decision", at: "at",
    levels: "Levels", allLevels: "All", level: (inches: string) => `${inches}″`, ground: "Ground", draw: "Drag the way on the board, or click it point by point", leg: (n: number) => `Leg ${n}`, lastLeg: "Last leg", stay: "Stay", stopAt: (how: string, inches: string) => `${how}: stop at ${inches}″`, drawPlace: "Click a place in the dotted area, or drag it there", pens: "How to move", here: (x: string, y: string) => `${x}, ${y} from the south-west`, putHere: (label: string) => `${label} here`, ofInches: (inches: string) => `of ${inches}″`, means: "What it means", sees: (name: string, text: string) => (text ? `Sees ${name}: ${text}` : `Sees ${name}`), seenBy: (name: string, text: string) => (text ? `Seen by ${name}: ${text}` : `Seen by ${name}`), glass: "See through", levelWord: "Level", miniMap: "The whole table", crossAt: (x: string, y: string) => `${x}, ${y}`, setUp: (name: string) => `Set-up of ${name}`, unmeasured: "Nothing is measured before it is declared.", measured: "Declared: measuring is open.", drawnLength: (inches: string) => `${inches}″ drawn`,
    tools: "What the table is looked at with", help: "Keys", sheet: "Resize the panel", tabs: "Panels", spectator: "You watch", goTo: "Go to a square or a figure", goToHint: "J8 or a name",
  },
  replay: {
    title: "Replay", watching: "You watch", step: (n: number, of: number) => `Step ${n} of ${of}`, scrub: "Step", first: "To the start", back: "Step back", play: "Play", pause: "Pause", forward: "Step on", last: "To the end",
    speed: "Speed", fork: "Play on from here", forkText: "A new battle from this step. Who plays?", forkGo: "Play on", cancel: "Cancel", text: "Click a line of the log to go there.",
  },
  campaign: {
    title: "Campaigns", text: "Warbands that go on from battle to battle: injured, advanced, re-equipped, fought again.", begin: "Begin a campaign", goOn: "Continue", forget: "Forget", close: "Close", back: "Back to the campaign",
    newTitle: "A new campaign", system: "System", name: "What is it called?", defaultName: (band: string) => `The road of ${band}`, mine: "Your warband", theirs: "The other warband", ready: "Warband", upload: "My own file…", file: "Warband file", chosen: (name: string) => `File: ${name}`, drop: "Take a ready-made one", player: "Played by", start: "Begin",
    problems: (n: number) => many(n, "problem", "problems"), kept: "Nothing is lost: mend it and try again.",
    now: "Now", stage: { ready: "Ready for the next battle", battle: "A battle is being fought", aftermath: "After the battle" },
    nextBattle: (n: number) => `Battle ${n}`, scenario: "Scenario", lots: "Draw lots", fight: "Fight the next battle", minds: "Let minds fight it out", mind: "Who stands in for you?", notOnBoard: "These battles cannot be fought on the board yet. Minds fight them out, and the replay shows how.", proposed: "Proposed. The other player has to agree.", proposes: (name: string) => `${name} proposes`, onBoard: "fought on the board", agree: "Agree",
    fighting: (scenario: string) => `${scenario} is being fought`, mindsFight: "Minds are at it. You may look on or wait here.", toBattle: "To the battle", watch: "Look on", decides: (name: string) => `Decision of ${name}.`,
    after: "After the battle", steps: "Steps", question: "Decision", done: "Done", commit: "Do it", choose: "Choose an answer", story: "What happened", settled: "Settled. The warbands are ready.", waits: "their decision now", price: (price: string) => `Price: ${price}`, remains: (n: number) => `${n} left then`, more: (n: number) => `${n} more`, shown: "Kinds of answer", whom: "For whom", everybody: "Everybody", free: "Every deal can be taken back until the dice fall.",
    members: "Fighters", experience: "Experience", exp: (n: number) => `${n} EXP`, stash: "Stash", empty: "empty", totals: "Standing", gear: "Equipment", none: "no equipment", download: "Download the warband file", marks: "Marks of the campaign", illegal: "It may not fight as it is", illegalYet: "As it stands it could not fight the next battle", doneUnfit: "Done, though it could not fight", you: "you", yours: "yours", mindPlays: (mind: string) => `${mind} mind`, profile: "Profile",
    history: "Battle by battle", noHistory: "No battle has been fought yet.", replay: "Replay", record: "Record", followed: "What followed", drawn: "drawn by lot", byMinds: "fought out by minds", afterRecord: "Its record", loading: "Looking it up…", won: (name: string) => `${name} won`, draw: "A draw",
    invite: "Link for the other player", inviteText: "Whoever opens it leads the other warband.", onlookers: "Link for onlookers", gone: "There is no such campaign.", goneText: "The link is wrong or the campaign is no longer kept.", opening: "Opening the campaign…", lost: "The server does not answer. Trying again…",
    verbs: { buy: "Buy", sell: "Sell", give: "Give", take: "Take off", search: "Look for", hire: "Hire", reinforce: "Reinforce", learn: "Learn", study: "Spells", ease: "Spells", improve: "Improve" } as Record<string, string>,
  },
  rulebook: {
    title: "Rulebook", search: "Search the rules", systems: "Systems", all: "All", cases: "Cases", ruling: "Our ruling", gap: "What the book leaves open", origin: "Origin", none: "No rule has these words.", count: (n: number) => many(n, "rule", "rules"),
    chapters: "Chapters", back: "Back to the board", open: "Open in the rulebook", loading: "Looking it up…", missing: "This rule could not be read.", pick: "Choose a rule on the left, or search.",
  },
  systems: {
    sellsword: { text: "Mercenary bands fight for altars and graves, one unit at a time.", space: "Squares, walls on the lines", turn: "Three acts, replies", dice: "d20" },
    "sword-and-claw": { text: "Ranks of spears below, something with wings above.", space: "Squares, bases 1 to 3, flight", turn: "Six steps, all at once", dice: "d10 + d6" },
    coreheim: { text: "Climb, jump and shoot through a ruined city.", space: "Inches, streets and roofs", turn: "Five phases a side", dice: "d6" },
    "sword-marches": { text: "Interrupt their Action. Expect them to interrupt yours.", space: "Inches, hills and woods", turn: "Action tokens, Breaks", dice: "d10 opposed" },
  } as Record<string, { text: string; space: string; turn: string; dice: string }>,
  /** Kinds of terrain: name and what it means in two or three words. */
  terrain: {
    wall: ["Wall", "no step, no sight"], "low wall": ["Low wall", "slows, cover"], challenging: ["Rubble", "slows"], brush: ["Brush", "cover"], damaging: ["Harmful ground", "hurts"],
    obstructing: ["Pillar", "no stop, cover"], pit: ["Pit", "a fall"], sliding: ["Sliding wall", "enter straight"], smoke: ["Smoke", "hides, passes"],
    objective: ["Objective", "points a round"], start: ["Start area", "where a side begins"], entry: ["Entry tile", "where units come in"], reach: ["Reach", "where you may go"], risk: ["Reply risk", "leave: a reply"], choosable: ["Choosable", "click or Enter"],
    rubble: ["Rubble", "slows"], trees: ["Trees", "slow, light cover"], "low-wall": ["Low wall", "slows, cover"], boulders: ["Boulders", "slow, cover"], building: ["Building", "no step, no sight"], rock: ["Rock", "no step, no sight"], "water-1": ["Water, 1 deep", "wading"], "water-2": ["Water, 2 deep", "wading, swimming"], "water-3": ["Water, 3 deep", "swimming"], bridge: ["Bridge", "over water"], fortification: ["Fortification", "high, walked on"], stairs: ["Stairs", "the way up"],
    "ruined house": ["House", "ground floor"], floor: ["Floor", "stand on it"], block: ["Solid block", "climb it"], "house-wall": ["House wall", "no step, no sight"], ladder: ["Ladder", "costs its height"], railing: ["Railing", "no fall over it"], "deep-water": ["Water", "not entered"], "set-up": ["Set-up zone", "where a side begins"], shard: ["Shard", "carry it home"],
    fence: ["Fence", "slows, hinders blows"], window: ["Window", "attacks through"], slit: ["Arrow slit", "shots through"], door: ["Door", "open way"], declared: ["Declared", "not resolved yet"], waiting: ["Waiting", "not placed yet"],
    "burning zone": ["Fire", "burns who enters"], "entangling zone": ["Snare", "entangles"], "blocking zone": ["Barrier", "no step, no sight"], "obscuring zone": ["Smoke", "no sight"], "rough going zone": ["Mire", "slows"],
    "low obstacle": ["Low obstacle", "walked over"], obstacle: ["Wall", "stop, then cross"], "high obstacle": ["High obstacle", "climb only"], platform: ["Platform", "stand on top"], "area terrain": ["Area", "2″ of sight"], "difficult ground": ["Difficult", "slows, ends a Move"], "impassable ground": ["Impassable", "no entry"],
    wood: ["Wood", "area, 2″ of sight"], "open ruin": ["Ruin", "area, cover"], "rough crags": ["Crags", "area, 2″ of sight"], stream: ["Stream", "difficult"], marsh: ["Bog", "difficult"], scrub: ["Scrub", "difficult"], "deep water": ["Deep water", "no entry"], roof: ["Roof", "stand on top"], stair: ["Step", "up to the roof"], hedge: ["Hedge", "obstacle"], palisade: ["Palisade", "climb only"], tomb: ["Tomb", "obstacle"], crates: ["Crates", "obstacle"], ward: ["Ward", "of the Adventure"], 
  } as Record<string, [string, string]>,
  /** Acts by their verb; anything else is written as it is, with a capital. */
  verbs: { move: "Move", maneuver: "Maneuver", charge: "Charge", rest: "Rest", end: "End turn", use: "Use", crow: "Crow", activate: "Unit", enter: "Enter", attack: "Attack", shoot: "Shoot", cast: "Cast", ready: "Ready", done: "Done", walk: "Walk", run: "Run", leap: "Leap", place: "Set up", at: "Target", hide: "Hide", hustle: "Hustle", ambush: "Ambush", climb: "Climb", jump: "Jump", steady: "Steady", "mobile-fire": "Mobile Fire", "standing-fire": "Standing Fire", "take-aim": "Take Aim", fight: "Fight", disengage: "Disengage", forfeit: "Forfeit", kindle: "Light the beacon", douse: "Put it out", belay: "Belay", order: "Token for", track: "Go", break: "Break with", pass: "No Break" } as Record<string, string>,
  keys: [
    ["Arrows", "move the cursor by a square or an inch (Shift: a tenth)"], ["Enter", "choose, then commit"], ["Shift Enter", "pick several figures (Shift and click too)"], ["Esc", "back one step"], ["N / P", "next, previous choosable thing"], ["1 to 9", "answer of the list"], ["Y / N", "in a yes or no question"],
    ["I", "card of what is under the cursor"], ["R", "rule of the decision or the focused chip"], ["+ − 0", "zoom in, out, fit"], ["U, Shift U", "undo, redo"], ["G", "go to: type J8 or a name"], ["M S T", "layers: reach, sight, threat"], ["PgUp, PgDn", "level up, down"], ["L", "legend"], ["?", "this table"],
  ] as [string, string][],
};

/** Chapters are coded in rule ids; a few codes need a word of their own. */
const CHAPTERS: Record<string, string> = { RULE3: "Rule of three", POOL: "Action pool", EXCEPT: "Exceptions", LOS: "Line of sight", WIN: "Winning", BUILD: "Building a warband", MOD: "Mod cards", STAT: "Statistics", REACT: "Replies", TACDICE: "Tactical dice", GEOM: "Geometry", META: "About the rules" };
export function chapterName(code: string): string {
  return CHAPTERS[code] ?? code.charAt(0) + code.slice(1).toLowerCase();
}

export function title(name: string): string {
  return name.replace(/[-_]/g, " ").replace(/(^|\s)\S/g, (c) => c.toUpperCase());
}

export function signed(n: number): string {
  return n < 0 ? `−${-n}` : `+${n}`;
}
