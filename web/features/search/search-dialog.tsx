import type MiniSearch from 'minisearch'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useGo } from '../../kit/go.ts'
import { Link } from '../../kit/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Highlighted } from './highlighted.tsx'
import { findHits, loadSearchIndex, type SearchEntry } from './search-index.ts'

/** The search: a dialog with a combobox over its results; arrows choose, Enter goes there, Escape closes. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const [index, setIndex] = useState<MiniSearch<SearchEntry>>()
  const [problem, setProblem] = useState(false)
  const hits = useMemo(() => (index && query.trim() ? findHits(index, query) : []), [index, query])
  const go = useGo()
  const list = useId()
  const optionId = (i: number) => `${list}-${i}`

  useEffect(() => {
    dialog.current?.showModal()
    loadSearchIndex().then(setIndex, () => setProblem(true))
  }, [])

  function pressed(event: KeyboardEvent) {
    const hit = hits[chosen]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = hits.length === 0 ? 0 : (chosen + step + hits.length) % hits.length
      setChosen(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && hit) {
      event.preventDefault()
      dialog.current?.close()
      go(hit.id)
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog natively; the click is the one on the backdrop.
    <dialog
      ref={dialog}
      className="search"
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <search>
        <div className="search-field">
          <Icon name="search" />
          <input
            type="search"
            role="combobox"
            aria-label="Search this site"
            aria-expanded={hits.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={hits[chosen] ? optionId(chosen) : undefined}
            autoComplete="off"
            enterKeyHint="go"
            maxLength={100}
            placeholder="Search this site"
            value={query}
            onKeyDown={pressed}
            onChange={(event) => {
              setQuery(event.target.value)
              setChosen(0)
            }}
          />
          <button
            type="button"
            className="round-button"
            aria-label="Close search"
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        <div id={list} role="listbox" aria-label="Results" className="search-results">
          {hits.map((hit, i) => (
            <Link
              key={hit.id}
              id={optionId(i)}
              role="option"
              tabIndex={-1}
              aria-selected={i === chosen}
              to={hit.id}
              onClick={() => dialog.current?.close()}
              onPointerMove={() => setChosen(i)}
            >
              <strong>
                <Highlighted text={hit.page} terms={hit.terms} />
                {hit.heading && (
                  <>
                    {' · '}
                    <Highlighted text={hit.heading} terms={hit.terms} />
                  </>
                )}
              </strong>
              <span>
                <Highlighted text={hit.text} terms={hit.terms} excerpt />
              </span>
            </Link>
          ))}
        </div>
        <p className="search-status" role="status">
          {statusOf(query, hits.length, Boolean(index), problem)}
        </p>
      </search>
    </dialog>
  )
}

function statusOf(query: string, hits: number, ready: boolean, problem: boolean): string {
  if (problem) return 'The search could not be loaded. Check your connection, close this and try again.'
  if (!query.trim()) return 'Type a word or two. Arrow keys choose, Enter goes there.'
  if (!ready) return 'Loading the search …'
  if (hits === 0) return `Nothing matches “${query.trim()}”. Try another word, or fewer.`
  return `${hits} ${hits === 1 ? 'result' : 'results'}`
}
