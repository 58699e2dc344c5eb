import { Stepper, Text, Title } from '@mantine/core'
import type { Ref } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import classes from './step-list.module.css'
import { type Step, titleOf } from './steps.ts'

interface StepsProps {
  steps: readonly Step[]
  current: Step
}

interface ListProps extends StepsProps {
  faulty: readonly Step[]
  /** While the form is sent, it stays as it is. */
  isSending: boolean
  goTo: (step: Step) => void
}

/** The steps. Earlier ones lead back; only the button of the form leads forward, because it checks the fields. */
export function StepList({ steps, current, faulty, isSending, goTo }: ListProps) {
  const t = useTexts()
  const active = steps.indexOf(current)
  const warning = <Icon name="warning" />
  const marks = {
    color: 'red.9',
    className: classes.faulty,
    description: t.stepFaulty,
    icon: warning,
    progressIcon: warning,
    completedIcon: warning,
  }
  return (
    <Stepper
      role="group"
      aria-label={t.steps}
      size="sm"
      labelPosition="bottom"
      wrap={false}
      active={active}
      onStepClick={(index) => goTo(steps[index] ?? current)}
      classNames={{
        step: classes.step,
        stepBody: classes.body,
        stepLabel: classes.label,
        stepDescription: classes.description,
      }}
    >
      {steps.map((step, index) => (
        <Stepper.Step
          key={step}
          label={titleOf(step, t)}
          allowStepSelect={index < active && !isSending}
          aria-current={index === active ? 'step' : undefined}
          aria-disabled={index > active || isSending}
          {...(faulty.includes(step) && marks)}
        />
      ))}
    </Stepper>
  )
}

export function StepHeading({ steps, current, ref }: StepsProps & { ref: Ref<HTMLHeadingElement> }) {
  const t = useTexts()
  return (
    <Title order={2} size="h3" ref={ref} tabIndex={-1} className={classes.heading}>
      <Text size="sm" c="dimmed" span display="block">
        {t.stepOf({ n: steps.indexOf(current) + 1, total: steps.length })}
      </Text>{' '}
      {titleOf(current, t)}
    </Title>
  )
}
