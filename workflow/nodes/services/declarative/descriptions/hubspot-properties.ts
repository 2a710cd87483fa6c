import { type CollectionNames, collection, fields, pairs } from "../request-fields.ts";
import type { ReadFields } from "../service-description.ts";
import { toMilliseconds } from "../value-conversions.ts";

/** HubSpot's internal names: https://knowledge.hubspot.com/properties/hubspots-default-contact-properties */
const CONTACT: CollectionNames = {
  clickedFacebookAd: "hs_facebook_ad_clicked",
  closeDate: ["closedate", toMilliseconds],
  companyName: "company",
  companySize: "company_size",
  contactOwner: "hubspot_owner_id",
  countryRegionCode: "hs_country_region_code",
  customPropertiesUi: null,
  dateOfBirth: "date_of_birth",
  facebookClickId: "hs_facebook_click_id",
  faxNumber: "fax",
  fieldOfStudy: "field_of_study",
  googleAdClickId: "hs_google_click_id",
  graduationDate: "graduation_date",
  jobFunction: "job_function",
  leadStatus: "hs_lead_status",
  lifeCycleStage: "lifecyclestage",
  linkedinUrl: "hs_linkedin_url",
  maritalStatus: "marital_status",
  membershipNote: "hs_content_membership_notes",
  militaryStatus: "military_status",
  mobilePhoneNumber: "mobilephone",
  numberOfEmployees: "numemployees",
  originalSource: "hs_analytics_source",
  persona: "hs_persona",
  phoneNumber: "phone",
  postalCode: "zip",
  prefferedLanguage: "hs_language",
  processingContactData: "hs_legal_basis",
  properties: null,
  relationshipStatus: "relationship_status",
  startDate: "start_date",
  stateRegion: "state",
  stateRegionCode: "hs_state_code",
  status: "hs_content_membership_status",
  streetAddress: "address",
  timeZone: "hs_timezone",
  twitterUsername: "twitterhandle",
  websiteUrl: "website",
  whatsappPhoneNumber: "hs_whatsapp_phone_number",
  workEmail: "work_email",
};

/** https://knowledge.hubspot.com/properties/hubspot-crm-default-company-properties */
const COMPANY: CollectionNames = {
  aboutUs: "about_us",
  closeDate: ["closedate", toMilliseconds],
  companyDomainName: "domain",
  companyOwner: "hubspot_owner_id",
  countryRegion: "country",
  customPropertiesUi: null,
  googlePlusPage: "googleplus_page",
  isPublic: "is_public",
  leadStatus: "hs_lead_status",
  lifecycleStatus: "lifecyclestage",
  linkedInCompanyPage: "linkedin_company_page",
  originalSourceType: "hs_analytics_source",
  phoneNumber: "phone",
  postalCode: "zip",
  stateRegion: "state",
  streetAddress: "address",
  streetAddress2: "address2",
  targetAccount: "hs_target_account",
  totalMoneyRaised: "total_money_raised",
  webTechnologies: "web_technologies",
  websiteUrl: "website",
  yearFounded: "founded_year",
};

/** https://knowledge.hubspot.com/properties/hubspots-default-deal-properties */
const DEAL: CollectionNames = {
  associatedCompany: null,
  associatedVids: null,
  closeDate: ["closedate", toMilliseconds],
  customPropertiesUi: null,
  dealOwner: "hubspot_owner_id",
  stage: "dealstage",
};

/** https://knowledge.hubspot.com/properties/hubspots-default-ticket-properties */
const TICKET: CollectionNames = {
  associatedCompanyIds: null,
  associatedContactIds: null,
  category: "hs_ticket_category",
  closeDate: ["closed_date", toMilliseconds],
  createDate: ["createdate", toMilliseconds],
  description: "content",
  pipelineId: "hs_pipeline",
  priority: "hs_ticket_priority",
  resolution: "hs_resolution",
  source: "source_type",
  stageId: "hs_pipeline_stage",
  ticketName: "subject",
  ticketOwnerId: "hubspot_owner_id",
};

/** Most of HubSpot's names are n8n's names in lower case, such as `jobtitle`. */
const toProperty = (name: string): string => name.toLowerCase();

const readProperties =
  (names: CollectionNames) =>
  (path: string): ReadFields =>
    fields(
      collection(path, names, toProperty),
      pairs(`${path}.customPropertiesUi.customPropertiesValues`, "property", "value"),
    );

/** Read the properties of a contact, company, deal or ticket from a collection. */
export const readContact = readProperties(CONTACT);
export const readCompany = readProperties(COMPANY);
export const readDeal = readProperties(DEAL);
export const readTicket = readProperties(TICKET);
