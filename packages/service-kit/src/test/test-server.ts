/** An address of the servers that `npm test` starts. */
export function testServer(name: 'TEST_POSTGRES_URL' | 'TEST_AMQP_URL' | 'TEST_SMTP_URL' | 'TEST_IMAP_URL'): string {
  const url = process.env[name]
  if (!url) throw new Error(`${name} is not set: run the tests by "npm test", which starts the servers they need`)
  return url
}
