{{- define "assay.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "assay.labels" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "assay.selector" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "assay.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* How many nodes there may be: the front knows all of them by name from the start. */ -}}
{{- define "assay.mostNodes" -}}
{{- if .Values.autoscaling.enabled }}{{ .Values.autoscaling.maxReplicas }}{{ else }}{{ .Values.nodes.replicas }}{{ end -}}
{{- end }}

{{- define "assay.checked" -}}
{{- if and (not .Values.tokensSecret) (not .Values.insecure) }}
{{- fail "tokensSecret: name a Secret with tokens.yaml, or set insecure: true to let every pod that reaches the service have programs run" }}
{{- end }}
{{- if not (has .Values.nodes.tier (list "privileged" "userns" "landlock")) }}
{{- fail "nodes.tier: must be privileged, userns or landlock" }}
{{- end }}
{{- end }}
