/** The texts of an area in one language; English names the messages. */
export type Texts<English> = { readonly [Name in keyof English]: string }
