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
{{- if eq .Values.autoscaling.by "none" }}{{ .Values.nodes.replicas }}{{ else }}{{ .Values.autoscaling.maxReplicas }}{{ end -}}
{{- end }}

{{- /* Submissions at a node, of which one more asks for another node. */ -}}
{{- define "assay.queuedPerNode" -}}
{{- mul .Values.nodes.slots .Values.autoscaling.queuedPerSlot -}}
{{- end }}

{{- define "assay.scalingBehavior" -}}
scaleUp:
  stabilizationWindowSeconds: 15
# A node that goes takes its caches with it, and it drains first.
scaleDown:
  stabilizationWindowSeconds: {{ .Values.autoscaling.scaleDownSeconds }}
  policies:
    - {type: Pods, value: 1, periodSeconds: 60}
{{- end }}

{{- define "assay.checked" -}}
{{- if and (not .Values.tokensSecret) (not .Values.insecure) }}
{{- fail "tokensSecret: name a Secret with tokens.yaml, or set insecure: true to let every pod that reaches the service have programs run" }}
{{- end }}
{{- if not (has .Values.nodes.tier (list "privileged" "userns" "landlock")) }}
{{- fail "nodes.tier: must be privileged, userns or landlock" }}
{{- end }}
{{- if not (has .Values.autoscaling.by (list "none" "hpa" "keda")) }}
{{- fail "autoscaling.by: must be none, hpa or keda" }}
{{- end }}
{{- if and (eq .Values.autoscaling.by "hpa") .Values.front.enabled (ge (int .Values.autoscaling.queuedPerSlot) (int .Values.front.perSlot)) }}
{{- fail "autoscaling.queuedPerSlot: with hpa it must be below front.perSlot, for what is beyond that waits at the front, which hpa doesn't see; or set autoscaling.by: keda" }}
{{- end }}
{{- if eq .Values.autoscaling.by "keda" }}
{{- if not .Values.autoscaling.prometheus }}
{{- fail "autoscaling.prometheus: name the address of the Prometheus that keda asks, as http://prometheus-operated.monitoring.svc:9090" }}
{{- end }}
{{- if not .Values.monitoring.serviceMonitor }}
{{- fail "monitoring.serviceMonitor: set it, for with autoscaling.by: keda its figures decide; or set autoscaling.by: hpa or none" }}
{{- end }}
{{- end }}
{{- end }}
