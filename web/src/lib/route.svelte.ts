/** Where we are, from the part of the address after `#`: it is never sent to any server, so tokens stay out of logs. */
export type Route =
  | { page: "home" }
  | { page: "battle"; token: string }
  | { page: "campaign"; token: string }
  | { page: "rules"; id: string };

function read(): Route {
  const [, page, rest] = location.hash.match(/^#\/(\w+)(?:\/([\w-]+))?/) ?? [];
  if ((page === "battle" || page === "campaign") && rest) return { page, token: rest };
  if (page === "rules") return { page, id: rest ?? "" };
  return { page: "home" };
}

export const route = $state<{ now: Route }>({ now: read() });

addEventListener("hashchange", () => {
  route.now = read();
});

export const link = {
  home: "#/",
  battle: (token: string) => `#/battle/${token}`,
  campaign: (token: string) => `#/campaign/${token}`,
  rules: (id = "") => (id ? `#/rules/${id}` : "#/rules"),
};

export function go(to: string): void {
  location.hash = to;
}
