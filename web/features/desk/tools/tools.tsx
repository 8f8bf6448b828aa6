import { useEffect, useRef, useState } from 'react'
import { addToolLink, removeToolLink, reorderToolLinks, type ToolLink } from '#contract/tools.ts'
import { callForJson } from '../../../api/call-api.ts'
import { ApiError } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import { useToolLinks } from '../../../kit/tool-links.ts'
import { useReplacedButtonFocus } from '../../../ui/dialog/use-replaced-focus.ts'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { ToolLinkForm } from './tool-form.tsx'
import './tools.css'

/** The desk page of tools: the links of the menu group Tools (S2.21), which admins add, change, sort and remove. */
export function Screen() {
  const { tools, failed, fetchTools, toolsChanged } = useToolLinks()
  const [changing, change] = useState<string | null>(null)
  const action = useAction()
  const pressed = useRef<HTMLElement | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: moving a row removes its button from the page for a moment.
  useEffect(() => {
    if (document.activeElement === document.body) pressed.current?.focus()
    pressed.current = null
  }, [tools])

  /** Returns the current list, which a live event may have changed since the last render. */
  const now = () => useToolLinks.getState().tools ?? []
  const place = async (id: string, at: number) => {
    const others = now().flatMap((tool) => (tool.id === id ? [] : [tool.id]))
    toolsChanged((await callForJson(reorderToolLinks, { body: { ids: others.toSpliced(at, 0, id) } })).tools)
  }

  const move = ({ id, name }: ToolLink, by: 1 | -1, button: HTMLElement) => {
    const to = now().findIndex((tool) => tool.id === id) + by
    pressed.current = button
    action.perform({ run: () => place(id, to), done: `“${name}” is number ${to + 1} of ${now().length} now.` })
  }

  const remove = (tool: ToolLink) => {
    const at = now().findIndex(({ id }) => id === tool.id)
    const putBack = async () =>
      place((await callForJson(addToolLink, { body: { name: tool.name, url: tool.url } })).id, at)
    action.perform({
      run: async () => {
        await callForJson(removeToolLink, { params: { id: tool.id } }).catch((error) => {
          if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
          fetchTools()
          throw new ApiError({ ...error, message: 'Another admin has removed that tool already.' }, error.status)
        })
        toolsChanged(now().filter(({ id }) => id !== tool.id))
      },
      done: `“${tool.name}” is removed.`,
      undo: { run: putBack, done: `“${tool.name}” is back.` },
    })
  }

  const saved = (tool: ToolLink) => {
    toolsChanged(now().map((other) => (other.id === tool.id ? tool : other)))
    change(null)
    action.setMessage(`“${tool.name}” is saved.`)
  }
  const added = (tool: ToolLink) => {
    toolsChanged([...now().filter(({ id }) => id !== tool.id), tool])
    action.setMessage(`“${tool.name}” is added, as the last of the menu.`)
  }

  return (
    <DeskPageFrame at="/desk/tools" title="Tools">
      <p className="work-lead">Links for admins alone. They stand in the menu, under Tools, in this order.</p>
      {failed && <ProblemNote text="The tools could not be loaded." onRetry={fetchTools} />}
      {!tools && !failed && <p className="soft">Loading the tools …</p>}
      {changing !== null && tools && !tools.some(({ id }) => id === changing) && (
        <ProblemNote text="The tool that you were changing is gone: another admin has removed it." />
      )}
      <div className="split">
        <div className="desk-list">
          {tools?.length === 0 && <p className="soft empty">There is no tool yet. Add the first one.</p>}
          <ol className="rows">
            {tools?.map((tool, at) => (
              <ToolRow
                key={tool.id}
                tool={tool}
                changing={changing === tool.id}
                first={at === 0}
                last={at === tools.length - 1}
                busy={action.busy}
                onMove={(by, button) => move(tool, by, button)}
                onChange={(isChanging) => change(isChanging ? tool.id : null)}
                onSaved={saved}
                onRemove={() => remove(tool)}
              />
            ))}
          </ol>
          <ActionOutcome {...action} />
        </div>
        {tools && (
          <section className="card" aria-labelledby="add-tool">
            <h2 id="add-tool">Add a tool</h2>
            <ToolLinkForm onSaved={added} />
          </section>
        )}
      </div>
    </DeskPageFrame>
  )
}

interface ToolRowProps {
  tool: ToolLink
  /** Whether a form is shown in place of the tool. */
  changing: boolean
  first: boolean
  last: boolean
  busy: boolean
  /** Moves the tool down (1) or up (-1) by one place. @param button the pressed button */
  onMove: (by: 1 | -1, button: HTMLElement) => void
  /** Opens or closes the form. */
  onChange: (isChanging: boolean) => void
  onSaved: (tool: ToolLink) => void
  onRemove: () => void
}

/**
 * A row with one tool and its actions. At the ends of the list, the move buttons are disabled but present, so that they
 * keep the focus.
 */
function ToolRow({ tool, changing, first, last, busy, onMove, onChange, onSaved, onRemove }: ToolRowProps) {
  const { name, url } = tool
  const { box, button } = useReplacedButtonFocus<HTMLLIElement>(changing, 'input')
  if (changing)
    return (
      <li ref={box}>
        <ToolLinkForm tool={tool} onSaved={onSaved} onCancel={() => onChange(false)} />
      </li>
    )
  const moveButton = (direction: 'up' | 'down', isEnd: boolean) => (
    <button
      type="button"
      className={`round-button turn-${direction}`}
      aria-label={`Move ${name} ${direction}`}
      aria-disabled={isEnd || busy}
      onClick={(event) => isEnd || onMove(direction === 'up' ? -1 : 1, event.currentTarget)}
    >
      <Icon name="arrow" />
    </button>
  )
  return (
    <li ref={box} className="row plain-row desk-tool">
      <span className="row-words">
        <b>{name}</b>
        {url.startsWith('/') ? <a href={url}>{url}</a> : <ExternalLink href={url}>{url}</ExternalLink>}
      </span>
      <span className="buttons">
        {moveButton('up', first)}
        {moveButton('down', last)}
        <QuietButton ref={button} aria-label={`Change ${name}`} onClick={() => onChange(true)}>
          Change
        </QuietButton>
        <QuietButton aria-label={`Remove ${name}`} busy={busy} onClick={onRemove}>
          Remove
        </QuietButton>
      </span>
    </li>
  )
}
