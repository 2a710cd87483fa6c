/** How often, in words; the last leaves the expression to the person. */
export const CRON_CHOICES = [
  { value: "0 9 * * *", label: "Every day at 9:00" },
  { value: "0 9 * * MON-FRI", label: "Every weekday at 9:00" },
  { value: "0 9 * * MON", label: "Every Monday at 9:00" },
  { value: "0 9 1 * *", label: "On the first of a month at 9:00" },
  { value: "0 * * * *", label: "Every hour" },
  { value: "", label: "Another cron expression" },
] as const;
