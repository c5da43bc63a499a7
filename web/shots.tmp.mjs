import { chromium } from "@playwright/test";
const BASE = process.env.BASE ?? "http://127.0.0.1:8912";
const API = "http://127.0.0.1:8912";
export async function make(data = {}) {
  const r = await fetch(API + "/api/battles", { method: "POST", headers: { "content-type": "application/json", origin: API }, body: JSON.stringify({ system: "coreheim", scenario: "street-fight", sides: [{ warband: "red-pennant", player: "human" }, { warband: "bone-whistlers", player: "veteran" }], options: { "free-measuring": "on" }, own_dice: [], shared_screen: false, ...data }) });
  const t = await r.text(); if (!r.ok) throw new Error(t); return JSON.parse(t);
}
export async function play(token, want, seed = 7, most = 3000) {
  const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  const p = await b.newPage(); await p.goto(BASE + "/");
  const out = await p.evaluate(({ token, want, seed, most }) => new Promise((done) => {
    const fits = eval(want);
    const ws = new WebSocket(location.origin.replace("http", "ws") + "/ws/" + token);
    let d = seed, n = 0; const rnd = (k) => { d = (d * 1103515245 + 12345) % 2147483648; return Math.floor((d / 2147483648) * k); };
    const prompts = {}; const refused = [];
    ws.onmessage = (e) => { const s = JSON.parse(e.data); if (s.type === "refused") refused.push(s.text);
      if (s.type !== "state") return; const q = s.request;
      if (q) prompts[q.prompt] = (prompts[q.prompt] ?? 0) + 1;
      if ((q?.mine && fits(q, s)) || s.outcome || n++ > most || refused.length > 3) { ws.close(); return done({ s, prompts, n, refused }); }
      if (!q?.mine) return;
      const bold = q.options.filter((o) => /^(charge|shoot|at|strike|run|walk|fight)$/.test(o.verb));
      const pool = bold.length && rnd(5) ? bold : q.options;
      const line = q.dice ? `dice ${1 + rnd(6)}` : pool[rnd(pool.length)].line;
      ws.send(JSON.stringify({ type: "answer", moment: s.moment, line })); };
  }), { token, want: want.toString(), seed, most });
  await b.close(); return out;
}
export async function open(token, { w = 1440, h = 900, dark = false } = {}) {
  const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  const p = await b.newPage({ viewport: { width: w, height: h }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce", hasTouch: w < 500 });
  p.on("pageerror", (e) => console.log("pageerror", e.message)); p.on("console", (m) => m.type() === "error" && console.log("console", m.text()));
  if (token) { await p.goto(BASE + "/#/battle/" + token); await p.locator(".req").first().waitFor({ timeout: 20000 }); await p.waitForTimeout(700); }
  else await p.goto(BASE);
  return { b, p };
}
