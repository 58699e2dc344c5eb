/** Searches for words in custom IDs and names. */

export const wordsOf = (q = ''): string[] => q.split(/\s+/).filter((word) => word !== '')

/** SQL: each of `:words` is in the custom ID or in one of the names, which are a JSON object of texts by language. */
export const hasWords = (customId: string, names: string): string =>
  `not exists (select from unnest(cast(:words as text[])) as asked(word)
     where strpos(lower(coalesce(${customId}, '')), lower(asked.word)) = 0
       and not exists (select from json_each_text(${names}) named where strpos(lower(named.value), lower(asked.word)) > 0))`
