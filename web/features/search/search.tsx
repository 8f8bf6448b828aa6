import { type ComponentType, useEffect, useRef, useState } from 'react'
import { isTyping } from '../../device/is-typing.ts'
import { Icon } from '../../ui/icon.tsx'

const openSearch = 'open-search'

/** The button in the header that opens the search. */
export function SearchButton() {
  return (
    <button
      type="button"
      className="round-button needs-scripts"
      aria-label="Search"
      aria-keyshortcuts="/ Control+K"
      onClick={() => document.dispatchEvent(new Event(openSearch))}
    >
      <Icon name="search" />
    </button>
  )
}

/** Opens the search dialog on "/", Ctrl+K or the button. Its code loads on the first use. */
export function SearchLauncher() {
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState(false)
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }>>()
  const loading = useRef(false)

  useEffect(() => {
    const show = () => {
      setOpen(true)
      setProblem(false)
      if (loading.current) return
      loading.current = true
      import('./search-dialog.tsx').then(
        ({ SearchDialog }) => setDialog(() => SearchDialog),
        () => {
          loading.current = false
          setOpen(false)
          setProblem(true)
        },
      )
    }
    const pressed = (event: KeyboardEvent) => {
      const chord = event.key === 'k' && (event.ctrlKey || event.metaKey)
      const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
      if (!chord && !slash) return
      event.preventDefault()
      show()
    }
    document.addEventListener(openSearch, show)
    document.addEventListener('keydown', pressed)
    return () => {
      document.removeEventListener(openSearch, show)
      document.removeEventListener('keydown', pressed)
    }
  }, [])

  if (problem) {
    return (
      <p className="toast" role="alert">
        The search could not be loaded. Check your connection and try again.
      </p>
    )
  }
  return open && Dialog ? <Dialog onClose={() => setOpen(false)} /> : null
}
