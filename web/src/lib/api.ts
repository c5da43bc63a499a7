import type {
  Aftermath,
  Campaign,
  CampaignMade,
  Catalog,
  Made,
  NewBattle,
  NewCampaign,
  NextBattle,
  Problem,
  Rule,
} from "./wire.ts";

/** What the server said no to, in its own words. */
export class Trouble extends Error {
  constructor(
    readonly problems: Problem[],
    readonly status: number,
  ) {
    super(problems.map((p) => p.text).join(" "));
  }
}

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Trouble([{ place: "server", text: "The server does not answer." }], 0);
  }
  if (answer.ok) return (await answer.json()) as T;
  const body: unknown = await answer.json().catch(() => null);
  const problems = (body as { problems?: Problem[] } | null)?.problems;
  throw new Trouble(
    problems ?? [
      { place: "server", text: answer.status === 404 ? "Not found." : `The server answered ${answer.status}.` },
    ],
    answer.status,
  );
}

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export const catalog = () => call<Catalog>("/api/catalog");
export const newBattle = (wish: NewBattle) => call<Made>("/api/battles", post(wish));
const campaignAddress = (token: string) => `/api/campaigns/${encodeURIComponent(token)}`;
export const newCampaign = (wish: NewCampaign) => call<CampaignMade>("/api/campaigns", post(wish));
export const campaign = (token: string) => call<Campaign>(campaignAddress(token));
export const nextBattle = (token: string, wish: NextBattle) =>
  call<Campaign>(`${campaignAddress(token)}/battles`, post(wish));
export const aftermath = (token: string, number: number) =>
  call<Aftermath>(`${campaignAddress(token)}/battles/${number}`);
export const bandAddress = (token: string, seat: number) => `${campaignAddress(token)}/warbands/${seat}`;
export const openRecord = (text: string) =>
  call<{ token: string }>("/api/records", { method: "POST", headers: { "content-type": "text/plain" }, body: text });
export const fork = (token: string, step: number, sides: string[]) =>
  call<Made>("/api/fork", post({ token, step, sides }));
export const recordAddress = (token: string) => `/api/records/${encodeURIComponent(token)}`;

export async function recordText(token: string): Promise<string> {
  const answer = await fetch(recordAddress(token));
  if (!answer.ok) throw new Trouble([{ place: "record", text: "No record is to be had." }], answer.status);
  return answer.text();
}

async function text(path: string): Promise<Response> {
  const answer = await fetch(path);
  if (answer.ok) return answer;
  const said = await answer.text().catch(() => "");
  throw new Trouble([{ place: "server", text: said || "That is not to be had." }], answer.status);
}

/** How cases are written, as a page of Markdown. */
export const caseGuide = async (): Promise<string> => (await text("/api/case-guide")).text();
/** Everything that may stand in a case of a game. */
export const caseWords = async (system: string): Promise<string> =>
  (await text(`/api/case-words/${encodeURIComponent(system)}`)).text();

/** This moment of a battle as a case, or the one after so many steps: a file and its name. */
export async function moment(token: string, step: number | null): Promise<[string, Blob]> {
  const query = step == null ? "" : `?step=${step}`;
  const answer = await text(`/api/cases/${encodeURIComponent(token)}${query}`);
  const name = answer.headers.get("content-disposition")?.match(/filename="([^"]+)"/)?.[1];
  return [name ?? "moment.toml", await answer.blob()];
}

const known = new Map<string, Promise<Rule>>();

/** One rule; asked for once a visit. */
export function rule(id: string): Promise<Rule> {
  let asked = known.get(id);
  if (!asked) {
    asked = call<Rule>(`/api/rules/${encodeURIComponent(id)}`);
    asked.catch(() => known.delete(id));
    known.set(id, asked);
  }
  return asked;
}

export const rules = (system: string, q: string) =>
  call<{ rules: Rule[] }>(`/api/rules?system=${encodeURIComponent(system)}&q=${encodeURIComponent(q)}`).then(
    (found) => found.rules,
  );
