import { useRef, useState } from 'react'
import { type PageDraft, setPagePreviewSharing } from '#contract/authoring.ts'
import { toSharedPreviewPath } from '#contract/page-path.ts'
import { callForJson } from '../../../../api/call-api.ts'
import { useAction } from '../../../../api/use-action.ts'
import { getSiteOrigin } from '../../../../device/native.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { ActionOutcome } from '../../../../ui/note/action-outcome.tsx'
import { QuietButton } from '../../../../ui/quiet-button.tsx'

/** Creates a secret URL that shows the preview of a draft to people without an account, and revokes the URL. */
export function PreviewLinkControl({ draft: { id, previewKey } }: { draft: PageDraft }) {
  const [key, setKey] = useState(previewKey)
  const address = useRef<HTMLElement>(null)
  const action = useAction()
  const share = (isShared: boolean) =>
    action.perform({
      run: async () =>
        setKey((await callForJson(setPagePreviewSharing, { params: { id }, body: { isShared } })).previewKey),
      done: isShared ? '' : 'The address shows nothing any more.',
    })
  return (
    <div className="preview-link">
      {key === null ? (
        <QuietButton busy={action.busy} onClick={() => void share(true)}>
          Share the preview
        </QuietButton>
      ) : (
        <>
          <p>Everybody with this address sees the draft as it is now, until you take it back or publish the page:</p>
          <p className="row share-address">
            <code ref={address}>{getSiteOrigin() + toSharedPreviewPath(key)}</code>
            <CopyButton code={() => address.current} />
          </p>
          <QuietButton busy={action.busy} onClick={() => void share(false)}>
            Take the address back
          </QuietButton>
        </>
      )}
      <ActionOutcome {...action} />
    </div>
  )
}
