/** The baseline for the first view of the portal: the same framework and components, one request, one table, nothing else. */
import '../src/app/mantine.css'
import { MantineProvider, Stack, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

type Row = Record<'link' | 'bundleName' | 'startdate' | 'enddate' | 'lang', string>

function BarePage() {
  const [rows, setRows] = useState<Row[]>([])
  useEffect(() => {
    fetch('/rows.json')
      .then((response) => response.json())
      .then(({ items }: { items: Row[] }) => setRows(items))
  }, [])
  return (
    <Stack>
      <Title>Releases</Title>
      <table>
        <tbody>
          {rows.map((row) => (
            <tr key={row.link}>
              <td>{row.bundleName}</td>
              <td>{row.startdate}</td>
              <td>{row.enddate}</td>
              <td>{row.lang}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no element #root')
createRoot(root).render(
  <MantineProvider>
    <BarePage />
  </MantineProvider>,
)
