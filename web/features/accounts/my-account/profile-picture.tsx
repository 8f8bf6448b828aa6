import { useRef, useState } from 'react'
import { formatFileSize } from '#contract/format-file-size.ts'
import { type MyAccount, removePicture, storeProfilePicture } from '#contract/my-account.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import {
  type ChosenPicture,
  pictureHint,
  readChosenPicture,
  UNDECODED_PICTURE_MESSAGE,
} from '../../../forms/chosen-picture.ts'
import { useReplacedButtonFocus } from '../../../ui/dialog/use-replaced-focus.ts'
import { HiddenPictureInput } from '../../../ui/form/hidden-picture-input.tsx'
import { Avatar } from '../../../ui/person/avatar.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ActionStatus } from './action-status.tsx'

/** Shows the profile picture. A chosen file is previewed before it is saved. */
export function ProfilePicture({ account, onChange }: { account: MyAccount; onChange: (account: MyAccount) => void }) {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const { busy, message, perform, setProblem, clearMessage } = useAction()
  const fail = (text: string) => setProblem({ code: null, message: text })
  const input = useRef<HTMLInputElement>(null)
  // Another button replaces the pressed button and takes the focus.
  const { box, button: choose } = useReplacedButtonFocus<HTMLDivElement>(chosen !== null, 'button')

  async function showPreview(file: File) {
    clearMessage()
    setChosen(null)
    const picture = await readChosenPicture(file)
    if (typeof picture === 'string') fail(picture)
    else setChosen(picture)
  }

  const sendPicture = (call: () => Promise<MyAccount>, success: string) =>
    perform({
      run: async () => {
        onChange(await call())
        setChosen(null)
        // The pressed button may have been removed.
        choose.current?.focus()
        return success
      },
    })

  return (
    <div className="account-picture">
      {chosen ? (
        <img
          className="avatar"
          src={chosen.preview}
          alt="Preview"
          onError={() => {
            setChosen(null)
            fail(UNDECODED_PICTURE_MESSAGE)
          }}
        />
      ) : (
        <Avatar name={account.name} picture={account.profilePicture} />
      )}
      <div className="stack">
        <HiddenPictureInput ref={input} onChoose={showPreview} />
        <div className="buttons" ref={box}>
          {chosen ? (
            <>
              <button
                type="button"
                className="button"
                aria-disabled={busy}
                onClick={() =>
                  sendPicture(() => callForJson(storeProfilePicture, { body: chosen.file }), 'Your picture is saved.')
                }
              >
                Save picture
              </button>
              <QuietButton busy={busy} onClick={() => busy || setChosen(null)}>
                Cancel
              </QuietButton>
            </>
          ) : (
            <>
              <QuietButton ref={choose} busy={busy} onClick={() => busy || input.current?.click()}>
                {account.profilePicture ? 'Change picture' : 'Add a picture'}
              </QuietButton>
              {account.profilePicture && (
                <QuietButton
                  busy={busy}
                  onClick={() => sendPicture(() => callForJson(removePicture), 'Your picture is removed.')}
                >
                  Remove
                </QuietButton>
              )}
            </>
          )}
        </div>
        <p className="soft">
          {chosen
            ? `${chosen.file.name}, ${formatFileSize(chosen.file.size)}. Not saved yet.`
            : `${pictureHint} It is cropped to a square.`}
        </p>
        <ActionStatus
          message={message}
          busy={busy && (chosen ? `Sending ${formatFileSize(chosen.file.size)} …` : 'Removing …')}
        />
      </div>
    </div>
  )
}
