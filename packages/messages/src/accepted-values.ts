/** The values of a header with weights, such as `Accept` (RFC 9110 section 12.4.2), in lower case, highest weight first. */
export function acceptedValues(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [value = '', ...parameters] = range.trim().split(';')
      const weight = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1])
        .find((q) => q !== undefined)
      return { value: value.trim().toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ value }) => value)
}
