/** The values of an ICU message, read from its text: numbers for `{n, plural, …}` and `{n, number}`, else text or numbers, inserted as they are. */
export type ValuesOf<Text> = { readonly [Part in ArgumentsOf<Text> as NameOf<Part>]: ValueOf<Part> }

/** What follows each opening brace, up to the next closing one: `name` or `n, plural, one {# row`. */
export type ArgumentsOf<Text> = Text extends `${string}{${infer Rest}` ? ArgumentIn<Rest> | ArgumentsOf<Rest> : never

type ArgumentIn<Rest> = Rest extends `${infer Part}}${string}` ? (NameOf<Part> extends Prose ? never : Part) : never
type NameOf<Part> = Part extends `${infer Name},${string}` ? Name : Part
type ValueOf<Part> = Part extends `${string}, plural,${string}` | `${string}, number` ? number : string | number

/** A form of a plural, which is in braces too; it has a blank or begins with `#` (a test ensures that). */
type Prose = `${string} ${string}` | `#${string}` | ''
