import { useTexts } from '../i18n/texts.tsx'
import { FileDrop } from '../ui/file-drop.tsx'

/** A field for one CSV file. */
export function CsvDrop({ chosen, onFile }: { chosen?: string | undefined; onFile: (file: File) => void }) {
  const t = useTexts()
  return (
    <FileDrop
      label={chosen ?? t.chooseCsv}
      hint={t.chooseCsvHint}
      accept=".csv,.txt,text/csv,text/plain"
      onFiles={([file]) => file !== undefined && onFile(file)}
    />
  )
}
