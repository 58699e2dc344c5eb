/** Searches for words in custom IDs and names. */

/**
 * SQL: each of `:words` is in the custom ID or in one of the names, which are a JSON object of texts by language. No word has a line feed, so
 * none continues from one text into the next. `offset 0` keeps PostgreSQL from joining and lowering the texts again for each word.
 */
export const hasWords = (customId: string, names: string): string =>
  `exists (
     select from (
       select lower(concat_ws(chr(10), ${customId}, (select string_agg(value, chr(10)) from json_each_text(${names})))) as text
       offset 0) searched
      where not exists (
        select from unnest(cast(:words as text[])) as asked(word) where strpos(searched.text, lower(asked.word)) = 0))`
