interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** All items of a list, requested in pages of the greatest size. */
export async function readAll<Item>(
  readPage: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const found: Item[] = []
  let cursor: string | null = null
  do {
    const page: Page<Item> = await readPage({ limit: 200, ...(cursor !== null && { cursor }) })
    found.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
}
