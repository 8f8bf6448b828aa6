import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ApiError, getErrorMessage } from '../../../api/problem.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'

interface SplitViewProps {
  /** The id of the chosen entry; empty when none is chosen. */
  chosen: string
  className?: string
  list: ReactNode
  /** The text beside the list while no entry is chosen. */
  hint: string
  children: ReactNode
}

/** A list with the details of the chosen entry beside it. On narrow screens the details replace the list. */
export function SplitView({ chosen, className = '', list, hint, children }: SplitViewProps) {
  const box = useFocusReturn(chosen)
  return (
    <div className={`split desk-split ${className}`} data-open={chosen !== '' || undefined}>
      <div className="desk-list" ref={box}>
        {list}
      </div>
      <div className="sticky-card desk-detail">{chosen ? children : <p className="soft empty">{hint}</p>}</div>
    </div>
  )
}

interface DetailPanelProps {
  query?: { error: Error | null; refetch: () => unknown }
  /** The heading of the details. Without a title, the children contain a heading `<h2 id="detail" tabIndex={-1}>`. */
  title?: string | undefined
  onClose: () => void
  /** The details; empty until they are loaded. */
  children: ReactNode
}

/**
 * The details of a chosen entry. The heading takes the focus when the details are loaded. Escape returns to the list.
 */
export function DetailPanel({ query, title, onClose, children }: DetailPanelProps) {
  const box = useRef<HTMLElement>(null)
  const problem = getErrorMessage(query?.error)
  const isMissing = query?.error instanceof ApiError && query.error.status === 404
  const here = Boolean(children)
  useEffect(() => {
    if (here) box.current?.querySelector<HTMLElement>('#detail')?.focus()
  }, [here])
  return (
    <section
      ref={box}
      className="card"
      aria-labelledby="detail"
      onKeyDown={({ key, target }) => {
        // Escape in a dialog above the details, such as the question for the password, closes only the dialog.
        if (key === 'Escape' && !(target as Element).closest('dialog')) onClose()
      }}
    >
      <button type="button" className="tall-link desk-back" onClick={onClose}>
        <Icon name="close" /> Back to the list
      </button>
      {problem && query && <ProblemNote text={problem} onRetry={query.refetch} />}
      {!here && <h2 id="detail">{isMissing ? 'Not found' : problem ? 'Not loaded' : 'Loading …'}</h2>}
      {here && title && (
        <h2 id="detail" tabIndex={-1}>
          {title}
        </h2>
      )}
      {children}
    </section>
  )
}

/**
 * Returns the focus to the link of an entry when its details are closed.
 * @param chosen the id in the fragment of the URL
 * @returns the ref of the element around the list
 */
function useFocusReturn(chosen: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef(chosen)
  useEffect(() => {
    if (!chosen && last.current)
      list.current?.querySelector<HTMLElement>(`[href="#${CSS.escape(last.current)}"]`)?.focus()
    last.current = chosen
  }, [chosen])
  return list
}
