/** In the order of checks: browsers also send the names of browsers that they are compatible with. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** A name such as "Firefox, Windows" for a header `User-Agent`; the header itself if nothing is recognised. */
export function browserOf(userAgent: string): string {
  const names = [browsers, systems].flatMap((kinds) => kinds.find(([, sign]) => sign.test(userAgent))?.[0] ?? [])
  return names.length === 0 ? userAgent : names.join(', ')
}
