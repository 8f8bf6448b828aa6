import { type ActionToPerform, useAction } from '../../../api/use-action.ts'
import { findRefusedField } from '../../../forms/field-problems.ts'
import { hasProblems, type Problems, useProblems } from '../../../forms/use-problems.ts'

/**
 * Performs the action of a form if the form's values are valid. If the server refuses the action, the refusal is shown
 * beside the field that caused it.
 */
export function useValidatedAction() {
  const { props, problems, setProblems } = useProblems()
  const saving = useAction()

  /**
   * Runs the action, unless the browser has found problems.
   * @param found the problems that the browser has found, by field
   */
  async function perform(
    found: Problems,
    action: ActionToPerform,
    findField: typeof findRefusedField = findRefusedField,
  ): Promise<void> {
    setProblems(found)
    if (hasProblems(found)) return
    const problem = await saving.perform(action)
    const field = problem && props.ref.current && findField(problem.code, props.ref.current)
    if (!field) return
    saving.clearMessage()
    setProblems({ [field]: problem.message })
  }
  return { props, problems, setProblems, saving, perform }
}
