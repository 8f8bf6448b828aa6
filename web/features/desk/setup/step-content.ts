import type { ComponentType } from 'react'
import type { SetupFindings, SetupStepName } from '#contract/setup.ts'
import type { ActionRunner } from '../../../api/use-action.ts'

export interface StepProps {
  findings: SetupFindings
  action: ActionRunner
  /** Checks all steps again. */
  recheck: () => Promise<unknown>
}

/** The text of a step that sets up the site. */
export interface StepContent {
  title: string
  /** Says what the site lacks while the step is open. */
  cost: (findings: SetupFindings) => string
  /** Explains how to do the step, with what to copy. */
  How: ComponentType<StepProps>
}

/** A module of `setupSteps` in a `feature.ts` exports `steps` of this type. */
export type StepContents = { [Name in SetupStepName]?: StepContent }
