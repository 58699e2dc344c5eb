const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a length of time like `250ms`, `1.5s`, `10m`, `24h`, `90d`. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? []
  if (amount === undefined || unit === undefined)
    throw new Error('must be a length of time like 250ms, 15s, 10m or 24h')
  return Math.round(Number(amount) * (units[unit] ?? 1))
}
