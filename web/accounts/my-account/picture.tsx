import { useEffect, useRef, useState } from 'react'
import { errors } from '#contract/errors.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import type { MyAccount } from '#contract/my-account.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { callAccount } from './call-account.ts'
import { Said } from './said.tsx'
import { useDeed } from './use-deed.ts'

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const MEGABYTE = 1024 * 1024
const sizeOf = (bytes: number) =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / 1024)} kB` : `${Number((bytes / MEGABYTE).toFixed(1))} MB`

/** The picture beside one's name: chosen, looked at, and then sent. */
export function Picture({ account, onChange }: { account: MyAccount; onChange: (account: MyAccount) => void }) {
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null)
  const { busy, outcome, run, say } = useDeed()
  const fail = (words: string) => say({ words, failed: true })
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const save = useRef<HTMLButtonElement>(null)
  const waiting = chosen !== null
  const wasWaiting = useRef(false)

  // The button that was pressed gives way to another one, which takes the focus.
  useEffect(() => {
    if (waiting) save.current?.focus()
    else if (wasWaiting.current) choose.current?.focus()
    wasWaiting.current = waiting
  }, [waiting])

  async function look(file: File) {
    say(null)
    setChosen(null)
    if (!types.includes(file.type)) return fail(errors.picture_unreadable.message)
    if (file.size > PICTURE_BYTES_MAX) {
      return fail(`That picture is too large. Choose one of at most ${sizeOf(PICTURE_BYTES_MAX)}.`)
    }
    const preview = await readAsAddress(file).catch(() => null)
    if (preview) setChosen({ file, preview })
    else fail('That file could not be read. Choose it again, or another one.')
  }

  const send = (init: RequestInit, words: string) =>
    run(async () => {
      const response = await callAccount('/picture', init)
      onChange(await response.json())
      setChosen(null)
      // The button that was pressed may be gone.
      choose.current?.focus()
      return words
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
            fail(errors.picture_unreadable.message)
          }}
        />
      ) : (
        <Avatar name={account.name} picture={account.profilePicture} />
      )}
      <div>
        <input
          ref={input}
          type="file"
          accept={types.join()}
          hidden
          aria-label="Picture"
          onChange={({ target }) => {
            const file = target.files?.[0]
            // So that the same file can be chosen once more.
            target.value = ''
            if (file) look(file)
          }}
        />
        <div className="account-buttons">
          {chosen ? (
            <>
              <button
                ref={save}
                type="button"
                className="button"
                aria-disabled={busy}
                onClick={() =>
                  send(
                    { method: 'PUT', headers: { 'content-type': chosen.file.type }, body: chosen.file },
                    'Your picture is saved.',
                  )
                }
              >
                Save picture
              </button>
              <button
                type="button"
                className="quiet-button"
                aria-disabled={busy}
                onClick={() => busy || setChosen(null)}
              >
                Cancel
              </button>
            </>
          ) : (
            <>
              <button
                ref={choose}
                type="button"
                className="quiet-button"
                aria-disabled={busy}
                onClick={() => busy || input.current?.click()}
              >
                {account.profilePicture ? 'Change picture' : 'Add a picture'}
              </button>
              {account.profilePicture && (
                <button
                  type="button"
                  className="quiet-button"
                  aria-disabled={busy}
                  onClick={() => send({ method: 'DELETE' }, 'Your picture is removed.')}
                >
                  Remove
                </button>
              )}
            </>
          )}
        </div>
        <p className="account-soft">
          {chosen
            ? `${chosen.file.name}, ${sizeOf(chosen.file.size)}. Not saved yet.`
            : `JPEG, PNG, WebP, AVIF or GIF, at most ${sizeOf(PICTURE_BYTES_MAX)}. It is cropped to a square.`}
        </p>
        <Said outcome={outcome} busy={busy && (chosen ? `Sending ${sizeOf(chosen.file.size)} …` : 'Removing …')} />
      </div>
    </div>
  )
}

/** As an address that holds the file itself: the policy allows no other. */
const readAsAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
