/** The header (RFC 8288) that leads to the next page of a list: its address, relative to this one's. */
export function nextLink(url: string, nextCursor: string | null): Record<string, string> {
  if (nextCursor === null) return {}
  const { searchParams } = new URL(url, 'http://localhost')
  searchParams.set('cursor', nextCursor)
  return { Link: `<?${searchParams}>; rel="next"` }
}
