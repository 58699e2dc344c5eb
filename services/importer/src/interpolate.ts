/** The sentence with `{name}` replaced by the value of that name. */
export const filled = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
