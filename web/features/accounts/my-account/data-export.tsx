import { exportMyData } from '#contract/my-account.ts'
import { site } from '#site'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { saveFile } from '../../../device/save-file.ts'
import { Link } from '../../../kit/link.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ActionStatus } from './action-status.tsx'
import { SectionFrame } from './section-frame.tsx'

const fileName = `${site.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-data.json`

export function DataExport() {
  const { busy, message, perform } = useAction()
  const download = () =>
    perform({
      run: async () => {
        const data = JSON.stringify(await callForJson(exportMyData), null, 2)
        saveFile(new Blob([data], { type: 'application/json' }), fileName)
        return `Your data is in your downloads, as ${fileName}.`
      },
    })

  return (
    <SectionFrame
      title="Your data"
      description={
        <>
          Everything this site holds about you, in one file that people and programs can read.{' '}
          <Link to="/privacy">What it is, and why</Link>.
        </>
      }
    >
      <QuietButton busy={busy} onClick={download}>
        Download your data
      </QuietButton>
      <ActionStatus message={message} busy={busy && 'Gathering your data …'} />
    </SectionFrame>
  )
}
