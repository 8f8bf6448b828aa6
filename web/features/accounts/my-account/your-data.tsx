import { exportMyData } from '#contract/my-account.ts'
import { site } from '#site'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { saveFile } from '../../../device/save-file.ts'
import { Link } from '../../../kit/link.tsx'
import { Said } from './said.tsx'
import { Section } from './section.tsx'

const fileName = `${site.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-data.json`

/** Everything the site holds about its owner, as a file. */
export function YourData() {
  const { busy, message, perform } = useAction()
  const download = () =>
    perform({
      run: async () => {
        const data = JSON.stringify(await api(exportMyData), null, 2)
        saveFile(new Blob([data], { type: 'application/json' }), fileName)
        return `Your data is in your downloads, as ${fileName}.`
      },
    })

  return (
    <Section
      title="Your data"
      words={
        <>
          Everything this site holds about you, in one file that people and programs can read.{' '}
          <Link to="/privacy">What it is, and why</Link>.
        </>
      }
    >
      <button type="button" className="quiet-button" aria-disabled={busy} onClick={download}>
        Download your data
      </button>
      <Said message={message} busy={busy && 'Gathering your data …'} />
    </Section>
  )
}
