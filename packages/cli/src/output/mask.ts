const hidden = '••••'

/** For a dry run: addresses of partners may carry a password or a key among their parameters. */
export function maskUrl(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  const secret = url.password !== '' || url.username !== '' ? `${hidden}@` : ''
  const query = [...url.searchParams.keys()].map((name) => `${name}=${hidden}`).join('&')
  return `${url.protocol}//${secret}${url.host}${url.pathname}${query === '' ? '' : `?${query}`}`
}

/** Stands where the admin token goes. */
export const maskedToken = hidden
