/** One figure: the measured subject, its limit, and the target for their ratio. */
export interface Comparison {
  name: string
  /** A baseline measured in the same run, or a fixed limit. */
  limit: { what: string; value: number; unit: string }
  subject: { what: string; value: number; unit: string }
  ratio: number
  target: { atLeast: number } | { atMost: number }
}

/** Number of counted rounds, after one warm-up round. */
export const rounds = 5

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/**
 * Measures limit and subject alternately in five rounds, so that changes in the machine's speed affect both. Returns their medians, and the
 * median of the rounds' ratios. `ratioOf` defaults to the quotient.
 */
export const compare = async (comparison: {
  name: string
  unit: string
  limit: { what: string; measure(): Promise<number> }
  subject: { what: string; measure(): Promise<number> }
  target: Comparison['target']
  ratioOf?(subject: number, limit: number): number
}): Promise<Comparison> => {
  const { name, unit, limit, subject, target, ratioOf = (a, b) => a / b } = comparison
  const pairs: { limit: number; subject: number }[] = []
  // The first round is a warm-up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const pair = { limit: await limit.measure(), subject: await subject.measure() }
    if (round > 0) pairs.push(pair)
  }
  return summarise({ name, unit, limit: limit.what, subject: subject.what, pairs, target, ratioOf })
}

/** Summarises the measured pairs. */
export const summarise = (comparison: {
  name: string
  unit: string
  limit: string
  subject: string
  pairs: readonly { limit: number; subject: number }[]
  target: Comparison['target']
  ratioOf?(subject: number, limit: number): number
}): Comparison => {
  const { name, unit, limit, subject, pairs, target, ratioOf = (a, b) => a / b } = comparison
  return {
    name,
    limit: { what: limit, value: median(pairs.map((pair) => pair.limit)), unit },
    subject: { what: subject, value: median(pairs.map((pair) => pair.subject)), unit },
    ratio: median(pairs.map((pair) => ratioOf(pair.subject, pair.limit))),
    target,
  }
}

/** Milliseconds that the work takes. */
export const timed = async (work: () => Promise<unknown> | unknown): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export const holds = ({ ratio, target }: Comparison): boolean =>
  'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost

export const describe = (comparison: Comparison): string => {
  const { name, limit, subject, ratio, target } = comparison
  const range = 'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`
  const figure = ({ what, value, unit }: Comparison['limit']) => `${what} ${value.toFixed(value < 100 ? 1 : 0)} ${unit}`
  const verdict = holds(comparison) ? 'holds' : 'MISSED'
  return `${name}\n  ${figure(subject)}\n  ${figure(limit)}\n  ratio ${ratio.toFixed(2)}, ${range}: ${verdict}`
}
