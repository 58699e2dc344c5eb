import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import escapeHtml from 'escape-html'
import type { CaughtMail, CaughtMails } from './caught-mail.ts'

const row = ({ name, receivedAt, from, to, subject }: CaughtMail) =>
  `<tr><td>${escapeHtml(receivedAt)}</td><td>${escapeHtml(from)}</td><td>${escapeHtml(to.join(', '))}</td>` +
  `<td><a href="/${name}">${escapeHtml(subject || '(no subject)')}</a></td></tr>`

const page = (mails: readonly CaughtMail[]) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Caught mail</title>
<style>body{font:1rem system-ui;margin:2rem}table{border-collapse:collapse}td,th{padding:.4rem 1rem;text-align:left;border-bottom:1px solid #ccc}</style>
<h1>Caught mail</h1><p>Every mail that the local system sent. None left this machine.</p>
<table><tr><th>Received</th><th>From</th><th>To</th><th>Subject</th></tr>${mails.map(row).join('')}</table></html>`

const respond = (response: ServerResponse, status: number, type: string, body: string | Buffer) =>
  response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(body)

export interface MailPage {
  url: string
  stop(): Promise<void>
}

/** Serves the caught mails for people (`/`), for programs (`/mails.json`) and unchanged (`/<number>.eml`). */
export async function startMailPage(mails: CaughtMails, port: number, host: string): Promise<MailPage> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/') return respond(response, 200, 'text/html; charset=utf-8', page(mails.list()))
    if (path === '/mails.json') return respond(response, 200, 'application/json', JSON.stringify(mails.list()))
    const message = mails.read(path.slice(1))
    if (message) return respond(response, 200, 'text/plain; charset=utf-8', message)
    return respond(response, 404, 'text/plain', 'no such mail')
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
