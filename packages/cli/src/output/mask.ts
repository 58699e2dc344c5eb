const hidden = '••••'

/** For a dry run: an address may contain a password, or a key in its query. */
export function maskUrl(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  const secret = url.password !== '' || url.username !== '' ? `${hidden}@` : ''
  const query = [...url.searchParams.keys()].map((name) => `${name}=${hidden}`).join('&')
  return `${url.protocol}//${secret}${url.host}${url.pathname}${query === '' ? '' : `?${query}`}`
}

/** Shown in place of the admin token. */
export const maskedToken = hidden
