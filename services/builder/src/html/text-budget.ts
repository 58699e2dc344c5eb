/** For all texts of a book together: characters of the original HTML. 300 texts of 20,000 characters fit. */
export const mostCharacters = 7_000_000
/** For all texts of a book together, in paragraphs (`SanitisedHtml.markup`): typesetting this much takes at most about a gigabyte. */
export const mostMarkup = 40_000
