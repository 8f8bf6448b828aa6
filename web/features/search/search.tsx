import { type ComponentType, useEffect, useState } from 'react'
import { isCtrlShortcut } from '../../device/is-ctrl-shortcut.ts'
import { callAll, listen } from '../../device/listen.ts'
import { Icon } from '../../ui/icon.tsx'
import { Toast } from '../../ui/toast.tsx'

const openSearch = 'open-search'

/** The button in the header that opens the search. */
export function SearchButton() {
  return (
    <button
      type="button"
      className="round-button needs-scripts"
      aria-label="Search"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => document.dispatchEvent(new Event(openSearch))}
    >
      <Icon name="search" />
    </button>
  )
}

/** Opens the search dialog on Ctrl+K, on ⌘K or by the button. The code of the dialog loads when it is first used. */
export function SearchLauncher() {
  const [isOpen, setOpen] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }>>()

  useEffect(() => {
    const show = () => {
      setOpen(true)
      setFailed(false)
      import('./search-dialog.tsx').then(
        ({ SearchDialog }) => setDialog(() => SearchDialog),
        () => {
          setOpen(false)
          setFailed(true)
        },
      )
    }
    const onKeyDown = (event: KeyboardEvent) => {
      // In the editor of pages, this key makes a link.
      if (!isCtrlShortcut(event, 'k') || event.defaultPrevented) return
      event.preventDefault()
      show()
    }
    return callAll(listen(document, openSearch, show), listen(document, 'keydown', onKeyDown))
  }, [])

  if (hasFailed) {
    return (
      <Toast onEnd={() => setFailed(false)}>The search could not be loaded. Check your connection and try again.</Toast>
    )
  }
  return isOpen && Dialog ? <Dialog onClose={() => setOpen(false)} /> : null
}
