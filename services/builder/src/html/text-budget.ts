/** All texts of a book together: characters of HTML as it was written. 300 texts of 20,000 characters fit. */
export const mostCharacters = 7_000_000
/** All texts of a book together, in paragraphs (`SanitisedHtml.markup`): typesetting so much takes about a gigabyte at most. */
export const mostMarkup = 40_000
