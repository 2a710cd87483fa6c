/** The fields that the specification names for each entity. Fields with two names must be present under both names. */
export const SPECIFIED_FIELDS = {
  user: ["username", "email", "plan_type", "api_key", "is_active", "created_at"],
  balance: ["current_balance", "total_spent", "total_earned"],
  spendingStats: ["recent_spending", "recent_executions"],
  agent: [
    ...["id", "name", "developer", "owner_username", "description", "category", "price", "price_per_token"],
    ...[
      "rating",
      "average_rating",
      "reviews",
      "users",
      "total_executions",
      "tags",
      "is_active",
      "created_at",
    ],
    ...["agent_type", "full_description", "features", "use_cases", "input_params", "framework"],
  ],
  inputParam: ["name", "type", "required", "description"],
  usageRecord: [
    ...["id", "created_at", "agent_name", "agent_id", "status", "execution_time", "tokens_used", "cost"],
  ],
  usageStats: ["total_executions", "total_cost", "total_tokens"],
  executionResult: [
    ...["success", "execution_time", "tokens_used", "cost", "agent_output", "metadata", "error", "detail"],
  ],
  executionMetadata: ["agent_type", "timestamp"],
  notification: ["id", "type", "title", "message", "created_at", "is_read"],
  connector: ["id", "service_name", "is_active", "usage_quota", "current_usage", "created_at"],
  supportedService: ["name", "display_name", "description", "documentation_url", "required_fields"],
} as const;

/**
 * Returns the specified fields that some of the given entities lack, or a note if there are no entities. Returns an
 * empty list if all entities are complete.
 */
export function findMissingFields(
  entity: keyof typeof SPECIFIED_FIELDS,
  things: readonly object[],
): string[] {
  if (things.length === 0) return ["there is none"];
  return SPECIFIED_FIELDS[entity].filter((field) => things.some((thing) => !(field in thing)));
}
