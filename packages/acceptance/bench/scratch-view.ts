import { launchBrowser } from '@guidebook/service-kit/test/browser'
const b = await launchBrowser()
for (const n of process.argv.slice(2)) {
  const c = await b.newContext({ viewport: { width: 1010, height: 400 }, deviceScaleFactor: 1.5 })
  const p = await c.newPage()
  await p.goto(`file:///tmp/pm/${n}.html`)
  await p.screenshot({ path: `/tmp/pm/${n}.png`, fullPage: true })
  await c.close()
}
await b.close()
