import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type SetupStep, setSetupStepSkipped } from '#contract/setup.ts'
import { callForJson } from '../../../api/call-api.ts'
import { getErrorMessage } from '../../../api/problem.ts'
import { type ActionToPerform, useAction } from '../../../api/use-action.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { isOpenStep, type SetupState } from './use-setup-steps.ts'
import './setup.css'

/** The setup steps of the site. A step is ticked when the server finds that it is done. */
export function SetupSteps({ steps, error, recheck, isShown, show }: SetupState) {
  const action = useAction()
  if (error) return <ProblemNote text={getErrorMessage(error) ?? ''} onRetry={recheck} />
  if (!isShown) return null

  const skip = (step: SetupStep, isSkipped: boolean): ActionToPerform => ({
    run: async () => {
      await callForJson(setSetupStepSkipped, { params: { name: step.name }, body: { isSkipped } })
      await recheck()
    },
    ...(isSkipped && { done: 'The step is skipped.', undo: skip(step, false) }),
  })
  return (
    <section className="setup" aria-labelledby="setup">
      <SetupHead steps={steps} />
      <StepList steps={steps}>
        {(step) => (
          <>
            <step.content.How findings={step.findings} action={action} recheck={recheck} />
            {step.state !== 'done' && (
              <QuietButton
                // A new key lets the message take the focus when the other button appears.
                key={step.state}
                busy={action.busy}
                about={`“${step.content.title}”`}
                onClick={() => action.perform(skip(step, step.state === 'open'))}
              >
                {step.state === 'open' ? 'Skip this step' : 'Take up this step'}
              </QuietButton>
            )}
          </>
        )}
      </StepList>
      {!steps.some(isOpenStep) && <TextButton onClick={() => show(false)}>Hide the steps</TextButton>}
      <ActionOutcome {...action} />
    </section>
  )
}

/**
 * The heading of the setup steps. It takes the focus when the steps were opened by the button at the end of the page.
 */
function SetupHead({ steps }: Pick<SetupState, 'steps'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isReopened] = useState(!steps.some(isOpenStep))
  useEffect(() => {
    if (isReopened) heading.current?.focus()
  }, [isReopened])
  return (
    <header className="row setup-head">
      <h2 id="setup" ref={heading} tabIndex={-1} className="bar gem-heading" data-subject="programming">
        Set up the site
      </h2>
      <p className="soft" role="status">
        {summarise(steps)}
      </p>
    </header>
  )
}

type Step = SetupState['steps'][number]

/** A list in which one step is unfolded at a time, initially the first step that is neither done nor skipped. */
function StepList({ steps, children }: Pick<SetupState, 'steps'> & { children: (step: Step) => ReactNode }) {
  const [first] = useState(steps.find(isOpenStep)?.name)
  return (
    <ol className="card list setup-list">
      {steps.map((step) => (
        <li key={step.name}>
          <details name="setup-step" open={step.name === first}>
            <summary className="bar setup-step">
              <span className="setup-mark" data-state={step.state}>
                {step.state === 'done' && <Icon name="check" />}
              </span>
              <span className="row-words">
                <b>{step.content.title}</b>
                <span className="soft">{formatState(step)}</span>
              </span>
              <Icon name="chevron" />
            </summary>
            <div className="setup-how">{children(step)}</div>
          </details>
        </li>
      ))}
    </ol>
  )
}

const formatState = ({ state, findings, content: { cost } }: Step): string =>
  state === 'done' ? 'Done.' : `${state === 'skipped' ? 'Skipped. ' : ''}${cost(findings)}`

function summarise(steps: SetupState['steps']): string {
  const count = (wanted: SetupStep['state']) => steps.filter(({ state }) => state === wanted).length
  const [done, skipped] = [count('done'), count('skipped')]
  if (done === steps.length) return 'Everything is set up.'
  const ofSkipped = skipped === 0 ? '' : skipped === 1 ? ' 1 step is skipped.' : ` ${skipped} steps are skipped.`
  return `${done} of ${steps.length} steps ${done === 1 ? 'is' : 'are'} done.${ofSkipped}`
}

/** A line at the end of the desk with a button that shows the setup steps again. */
export function HiddenSetupSummary({ steps, isShown, show }: SetupState) {
  if (isShown || steps.length === 0) return null
  return (
    <p className="setup-line soft">
      {summarise(steps)} <TextButton onClick={() => show(true)}>Show the steps of the set-up</TextButton>
    </p>
  )
}
