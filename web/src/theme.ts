/** Light, dark or as the system has it. Kept between visits. */
export type Theme = "system" | "light" | "dark";
const KEY = "fray.theme";

export function theme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

export function setTheme(to: Theme): void {
  if (to === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, to);
  show(to);
}

export function isDark(): boolean {
  const now = theme();
  return now === "dark" || (now === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

function show(to: Theme): void {
  if (to === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = to;
}

show(theme());
